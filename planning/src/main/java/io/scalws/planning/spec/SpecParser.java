package io.scalws.planning.spec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.scalws.crds.RouteSpec;
import io.scalws.crds.ScalwsRuntimeSpec;
import io.scalws.planning.spec.DocumentRules.Document;
import io.scalws.planning.spec.ParseResult.Parsed;
import io.scalws.planning.spec.ParseResult.Rejected;
import io.scalws.planning.spec.ResolvedSpecification.NodeFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** From what a user wrote to a model that is whole, or to every violation at once. Never throws. */
public final class SpecParser {
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private SpecParser() {}

  /**
   * The one {@code ScalwsRuntime} in the files, with the ConfigMaps beside it.
   *
   * @param generation the number that the specification gets
   */
  public static ParseResult parse(List<SourceFile> files, NodeFacts facts, long generation) {
    List<Findings> all = new ArrayList<>();
    List<Found> found = new ArrayList<>();
    for (SourceFile file : files) {
      Findings findings = new Findings(file.name());
      all.add(findings);
      DocumentRules rules = new DocumentRules(findings);
      int number = 0;
      for (JsonNode tree : YamlDocuments.read(file, findings)) {
        int place = ++number;
        rules.apply(place, tree).ifPresent(it -> found.add(new Found(findings, place, it)));
      }
    }
    Found runtime = theOneRuntime(files, all, found);
    if (runtime == null) {
      return rejected(all);
    }
    Map<RuntimeName, ConfigMapFiles> configMaps = configMaps(found);
    Document.RuntimeDocument document = (Document.RuntimeDocument) runtime.document();
    SortedMap<String, ConfigMapFiles> visible = new TreeMap<>();
    configMaps.forEach(
        (name, content) -> {
          if (name.namespace().equals(document.name().namespace())) {
            visible.put(name.name(), content);
          }
        });
    ScalwsRuntimeSpec spec = spec(document.spec(), runtime.findings());
    RuntimeModel model = model(runtime.findings(), document.name(), spec, facts, visible);
    if (all.stream().anyMatch(findings -> !findings.isEmpty())) {
      return rejected(all);
    }
    visible.keySet().retainAll(references(spec));
    ResolvedSpecification specification =
        new ResolvedSpecification(
            document.name().namespace(), document.name().name(), generation, facts, spec, visible);
    return new Parsed(model, specification);
  }

  /** The model of a specification that was parsed before, by this code or by an older version. */
  public static ParseResult parse(ResolvedSpecification specification) {
    Findings findings = new Findings("");
    RuntimeModel model =
        model(
            findings,
            specification.runtime(),
            specification.spec(),
            specification.facts(),
            specification.configMaps());
    return findings.isEmpty()
        ? new Parsed(model, specification)
        : new Rejected(findings.violations());
  }

  private static RuntimeModel model(
      Findings findings,
      RuntimeName name,
      ScalwsRuntimeSpec spec,
      NodeFacts facts,
      Map<String, ConfigMapFiles> configMaps) {
    List<Listener> listeners =
        new ListenerRules(findings, facts).apply("spec.listeners", spec.listeners());
    List<Route> routes = new RouteRules(findings, configMaps).apply("spec.routes", spec.routes());
    RuntimeModel model = new RuntimeRules(findings).apply(name, spec, listeners, routes);
    new NotYetRules(findings).apply("spec", spec);
    return model;
  }

  private static ScalwsRuntimeSpec spec(JsonNode tree, Findings findings) {
    ObjectNode fitted = new ShapeRules(findings).fit("spec", tree, ScalwsRuntimeSpec.class);
    try {
      return JSON.treeToValue(fitted, ScalwsRuntimeSpec.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree that fits its record cannot be read", e);
    }
  }

  private static Found theOneRuntime(
      List<SourceFile> files, List<Findings> all, List<Found> found) {
    List<Found> runtimes =
        found.stream().filter(each -> each.document() instanceof Document.RuntimeDocument).toList();
    for (Found other : runtimes.stream().skip(1).toList()) {
      other
          .findings()
          .add(
              "document " + other.number(),
              "a second ScalwsRuntime "
                  + FieldRules.quoted(other.document().name().toString())
                  + "; one agent runs one, and "
                  + FieldRules.quoted(runtimes.getFirst().document().name().toString())
                  + " came first; remove one of them");
    }
    if (runtimes.isEmpty() && all.stream().allMatch(Findings::isEmpty)) {
      for (int i = 0; i < files.size(); i++) {
        boolean empty = files.get(i).text().isBlank();
        all.get(i)
            .add(
                "line 1",
                empty
                    ? "the file is empty; expected a ScalwsRuntime"
                    : "there is no ScalwsRuntime; add a document with kind: ScalwsRuntime");
      }
    }
    return runtimes.isEmpty() ? null : runtimes.getFirst();
  }

  private static Map<RuntimeName, ConfigMapFiles> configMaps(List<Found> found) {
    Map<RuntimeName, ConfigMapFiles> configMaps = new HashMap<>();
    for (Found each : found) {
      if (each.document()
              instanceof Document.ConfigMapDocument(RuntimeName name, ConfigMapFiles files)
          && configMaps.putIfAbsent(name, files) != null) {
        each.findings()
            .add(
                "document " + each.number(),
                "a second ConfigMap "
                    + FieldRules.quoted(name.toString())
                    + "; remove one of them");
      }
    }
    return configMaps;
  }

  private static List<String> references(ScalwsRuntimeSpec spec) {
    List<RouteSpec> routes = spec.routes() == null ? List.of() : spec.routes();
    return routes.stream()
        .filter(route -> route.staticFiles() != null && route.staticFiles().configMapRef() != null)
        .map(route -> route.staticFiles().configMapRef().name())
        .toList();
  }

  private static Rejected rejected(List<Findings> all) {
    return new Rejected(all.stream().flatMap(findings -> findings.violations().stream()).toList());
  }

  private record Found(Findings findings, int number, Document document) {}
}

package io.scalws.planning.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is around the specification: API version, kind and metadata of a document. */
final class DocumentRules {
  private static final String RUNTIME_VERSION = "scalws.io/v1alpha1";
  private static final List<String> KINDS = List.of("ScalwsRuntime", "ConfigMap", "Secret");
  private static final int MAX_RUNTIME_NAME = 48;

  /** The fields of Kubernetes' ObjectMeta; all but name and namespace are left to the cluster. */
  private static final Set<String> METADATA =
      Set.of(
          "name",
          "namespace",
          "labels",
          "annotations",
          "generation",
          "uid",
          "resourceVersion",
          "creationTimestamp",
          "managedFields",
          "ownerReferences",
          "finalizers",
          "selfLink",
          "generateName",
          "deletionTimestamp",
          "deletionGracePeriodSeconds");

  private final Findings findings;
  private final FieldRules fields;

  DocumentRules(Findings findings) {
    this.findings = findings;
    this.fields = new FieldRules(findings);
  }

  /** A document that is read on. */
  sealed interface Document {
    RuntimeName name();

    /** The runtime, with a specification that fits its record's shape. */
    record RuntimeDocument(RuntimeName name, JsonNode spec) implements Document {}

    /** Files in memory. */
    record ConfigMapDocument(RuntimeName name, ConfigMapFiles files) implements Document {}
  }

  /**
   * @param number of the document in its file, from 1
   */
  Optional<Document> apply(int number, JsonNode document) {
    String at = "document " + number;
    if (!document.isObject()) {
      findings.add(at, "is not an object; expected apiVersion, kind, metadata and spec");
      return Optional.empty();
    }
    Optional<String> kind = text("kind", document.path("kind"));
    if (kind.isEmpty()) {
      if (!findings.has("kind")) {
        findings.add(at, "kind is missing; expected ScalwsRuntime or ConfigMap");
      }
      return Optional.empty();
    }
    return switch (kind.get()) {
      case "ScalwsRuntime" -> runtime(document);
      case "ConfigMap" -> configMap(at, document);
      case "Secret" -> {
        String name = document.path("metadata").path("name").asText("NAME");
        findings.add(
            at,
            "a Secret must not be in the files, because the agent holds no certificate key; put"
                + " tls.crt and tls.key into the directory "
                + name
                + " below --secrets-dir");
        yield Optional.empty();
      }
      default -> {
        String guess =
            NearestName.of(kind.get(), KINDS)
                .map(name -> "did you mean " + name + "?")
                .orElse("only ScalwsRuntime and ConfigMap are; remove it");
        findings.add(at, "kind " + FieldRules.quoted(kind.get()) + " is not read here; " + guess);
        yield Optional.empty();
      }
    };
  }

  private Optional<Document> runtime(JsonNode document) {
    version("apiVersion", document, RUNTIME_VERSION);
    topLevel("", document, List.of("apiVersion", "kind", "metadata", "spec", "status"));
    Optional<RuntimeName> name = metadata("", document);
    name.filter(found -> found.name().length() > MAX_RUNTIME_NAME || found.name().contains("."))
        .ifPresent(
            found ->
                findings.add(
                    "metadata.name",
                    FieldRules.quoted(found.name())
                        + " does not fit into the names of instances; use at most "
                        + MAX_RUNTIME_NAME
                        + " characters and no dots"));
    JsonNode spec = document.path("spec");
    if (!spec.isObject()) {
      boolean absent = spec.isMissingNode() || spec.isNull();
      findings.add(
          "spec",
          absent ? "missing; give at least listeners" : "is the wrong type; expected fields");
      spec = JsonNodeFactory.instance.objectNode();
    }
    return Optional.of(
        new Document.RuntimeDocument(name.orElse(new RuntimeName("default", "?")), spec));
  }

  private Optional<Document> configMap(String at, JsonNode document) {
    String prefix = at + ", ";
    version(prefix + "apiVersion", document, "v1");
    topLevel(
        prefix,
        document,
        List.of("apiVersion", "kind", "metadata", "data", "binaryData", "immutable"));
    Optional<ConfigMapFiles> files = new ConfigMapRules(findings).apply(prefix, document);
    Optional<RuntimeName> name = metadata(prefix, document);
    return name.map(
        found -> new Document.ConfigMapDocument(found, files.orElse(ConfigMapFiles.of(Map.of()))));
  }

  private void version(String path, JsonNode document, String expected) {
    Optional<String> version = text(path, document.path("apiVersion"));
    if (version.isEmpty() && !findings.has(path)) {
      findings.add(path, "missing; expected " + expected);
    }
    if (version.isPresent() && !version.get().equals(expected)) {
      findings.add(path, FieldRules.quoted(version.get()) + " is unknown; expected " + expected);
    }
  }

  private void topLevel(String prefix, JsonNode document, List<String> known) {
    for (Map.Entry<String, JsonNode> field : document.properties()) {
      if (!known.contains(field.getKey())) {
        findings.add(
            prefix + ShapeRules.shown(field.getKey()),
            "unknown field; "
                + NearestName.of(field.getKey(), known)
                    .map(name -> "did you mean " + FieldRules.quoted(name) + "?")
                    .orElse("known here: " + String.join(", ", known)));
      }
    }
  }

  private Optional<RuntimeName> metadata(String prefix, JsonNode document) {
    JsonNode metadata = document.path("metadata");
    String path = prefix + "metadata";
    if (!metadata.isObject()) {
      findings.add(path, "missing; expected name and, if not default, namespace");
      return Optional.empty();
    }
    for (Map.Entry<String, JsonNode> field : metadata.properties()) {
      if (!METADATA.contains(field.getKey())) {
        findings.add(
            path + "." + ShapeRules.shown(field.getKey()),
            "unknown field; "
                + NearestName.of(field.getKey(), METADATA)
                    .map(name -> "did you mean " + FieldRules.quoted(name) + "?")
                    .orElse("use labels or annotations for your own"));
      }
    }
    Optional<String> name = text(path + ".name", metadata.path("name"));
    if (name.isEmpty() && !findings.has(path + ".name")) {
      findings.add(path + ".name", "missing; name the object, as in web");
    }
    Optional<String> namespace =
        text(path + ".namespace", metadata.path("namespace"))
            .flatMap(text -> fields.label(path + ".namespace", text));
    return name.flatMap(text -> fields.objectName(path + ".name", text))
        .map(found -> new RuntimeName(namespace.orElse("default"), found));
  }

  private Optional<String> text(String path, JsonNode node) {
    if (node.isMissingNode() || node.isNull()) {
      return Optional.empty();
    }
    if (!node.isTextual()) {
      findings.add(path, "is the wrong type; expected text; put it in quotes");
      return Optional.empty();
    }
    return Optional.of(node.textValue());
  }
}

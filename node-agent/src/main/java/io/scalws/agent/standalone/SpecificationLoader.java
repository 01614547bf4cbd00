package io.scalws.agent.standalone;

import io.scalws.planning.spec.ParseResult;
import io.scalws.planning.spec.ParseResult.Parsed;
import io.scalws.planning.spec.ParseResult.Rejected;
import io.scalws.planning.spec.ResolvedSpecification.NodeFacts;
import io.scalws.planning.spec.Route;
import io.scalws.planning.spec.Route.Action;
import io.scalws.planning.spec.Route.Source;
import io.scalws.planning.spec.RuntimeModel;
import io.scalws.planning.spec.SourceFile;
import io.scalws.planning.spec.SpecParser;
import io.scalws.planning.spec.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** From texts to a specification that this host can run, as far as can be told before binding. */
public final class SpecificationLoader {
  private final CertificateCheck certificates;

  public SpecificationLoader(CertificateCheck certificates) {
    this.certificates = certificates;
  }

  /** What became of it. */
  public sealed interface Loaded {
    /** It can be tried. */
    record Usable(Parsed parsed, List<String> warnings) implements Loaded {}

    /** One line for each violation. */
    record Bad(List<String> violations) implements Loaded {}
  }

  public Loaded load(List<SourceFile> files, NodeFacts facts) throws IOException {
    ParseResult result = SpecParser.parse(files, facts, 1);
    return switch (result) {
      case Rejected(List<Violation> violations) ->
          new Loaded.Bad(violations.stream().map(Violation::toString).toList());
      case Parsed parsed -> onThisHost(parsed, fileOf(files));
    };
  }

  /** The file that holds the runtime; there is just one, or the parser would have said so. */
  private static String fileOf(List<SourceFile> files) {
    return files.stream()
        .filter(file -> file.text().contains("ScalwsRuntime"))
        .map(SourceFile::name)
        .findFirst()
        .orElse("");
  }

  private Loaded onThisHost(Parsed parsed, String file) throws IOException {
    List<String> violations = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    for (CertificateCheck.Finding finding : certificates.check(parsed.model())) {
      String line = file + ": " + finding.path() + ": " + finding.message();
      (finding.fatal() ? violations : warnings).add(line);
    }
    violations.addAll(directories(file, parsed.model()));
    return violations.isEmpty() ? new Loaded.Usable(parsed, warnings) : new Loaded.Bad(violations);
  }

  private static List<String> directories(String file, RuntimeModel model) {
    List<String> violations = new ArrayList<>();
    for (int i = 0; i < model.routes().size(); i++) {
      Route route = model.routes().get(i);
      if (route.action() instanceof Action.Static(Source.Directory(String path))) {
        String at = file + ": spec.routes[" + i + "].static.directory: " + path;
        Path directory = Path.of(path);
        if (!Files.exists(directory)) {
          violations.add(at + " does not exist; create it or name another");
        } else if (!Files.isDirectory(directory)) {
          violations.add(at + " is no directory; name the folder that holds the files");
        } else if (!Files.isReadable(directory) || !Files.isExecutable(directory)) {
          violations.add(at + " cannot be read: permission denied; change its owner or mode");
        }
      }
    }
    return violations;
  }
}

package io.scalws.planning.spec;

import io.scalws.planning.spec.ParseResult.Parsed;
import io.scalws.planning.spec.ParseResult.Rejected;
import io.scalws.planning.spec.ResolvedSpecification.NodeFacts;
import java.util.List;

/** Specifications as text, for tests. */
final class Specs {
  static final NodeFacts FACTS = new NodeFacts(true, "/secrets", "/state/self-signed");

  private Specs() {}

  /** A ScalwsRuntime called default/web with this spec, whose lines are not indented. */
  static String runtime(String spec) {
    return "apiVersion: scalws.io/v1alpha1\nkind: ScalwsRuntime\nmetadata: {name: web}\nspec:\n"
        + spec.indent(2);
  }

  static ParseResult parse(String text) {
    return SpecParser.parse(List.of(new SourceFile("f.yaml", text)), FACTS, 1);
  }

  static RuntimeModel model(String text) {
    return switch (parse(text)) {
      case Parsed(RuntimeModel model, ResolvedSpecification ignored) -> model;
      case Rejected(List<Violation> violations) -> throw new AssertionError(violations);
    };
  }

  static List<String> violations(String text) {
    return switch (parse(text)) {
      case Parsed parsed -> List.of();
      case Rejected(List<Violation> violations) ->
          violations.stream().map(Violation::toString).toList();
    };
  }
}

package io.scalws.planning.spec;

import java.util.List;

/** What became of a specification. */
public sealed interface ParseResult {
  /** Every rule holds. */
  record Parsed(RuntimeModel model, ResolvedSpecification specification) implements ParseResult {}

  /**
   * At least one rule does not hold.
   *
   * @param violations all of them, in the order of the files
   */
  record Rejected(List<Violation> violations) implements ParseResult {
    public Rejected {
      violations = List.copyOf(violations);
    }
  }
}

package io.scalws.planning.spec;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Collects the violations of one file. Owned by the thread that parses; the only mutable thing of
 * this package.
 */
final class Findings {
  private final String file;
  private final List<Violation> violations = new ArrayList<>();
  private final Set<String> paths = new HashSet<>();

  Findings(String file) {
    this.file = file;
  }

  void add(String path, String message) {
    paths.add(path);
    violations.add(new Violation(file, path, message));
  }

  /**
   * Whether this field, or one around it, was found wrong already, so that it is not missing too.
   */
  boolean has(String path) {
    for (int end = path.length(); end > 0; end = Math.max(lastOf(path, end), 0)) {
      if (paths.contains(path.substring(0, end))) {
        return true;
      }
    }
    return false;
  }

  private static int lastOf(String path, int end) {
    return Math.max(path.lastIndexOf('.', end - 1), path.lastIndexOf('[', end - 1));
  }

  boolean isEmpty() {
    return violations.isEmpty();
  }

  List<Violation> violations() {
    return List.copyOf(violations);
  }

  /** The value, or a violation that it is missing. */
  <T> Optional<T> required(String path, T value, String hint) {
    if (value == null && !has(path)) {
      add(path, "missing; " + hint);
    }
    return Optional.ofNullable(value);
  }

  /** Goes over a list that may be absent; elements that were found wrong already are left out. */
  static <T> void each(String path, List<T> list, BiConsumer<String, T> visitor) {
    if (list == null) {
      return;
    }
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i) != null) {
        visitor.accept(path + "[" + i + "]", list.get(i));
      }
    }
  }
}

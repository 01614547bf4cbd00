package io.scalws.server.accesslog;

/** How a record becomes a line. */
@FunctionalInterface
public interface AccessFormat {
  /** The line with its end. */
  String line(AccessRecord entry);

  /** For people. */
  static AccessFormat text(String instance) {
    return new TextFormat(instance);
  }

  /** For log collectors. */
  static AccessFormat json(String instance) {
    return new JsonFormat(instance);
  }
}

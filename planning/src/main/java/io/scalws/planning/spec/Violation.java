package io.scalws.planning.spec;

/**
 * One rule that does not hold.
 *
 * @param file in which it was found, as the user named it
 * @param path to the field, as {@code spec.listeners[2].port}; {@code line 3, column 7} where there
 *     is no field yet
 * @param message what is wrong and how to mend it
 */
public record Violation(String file, String path, String message) {
  /** {@code FILE: PATH: message}. */
  @Override
  public String toString() {
    return (file.isEmpty() ? "" : file + ": ") + path + ": " + message;
  }
}

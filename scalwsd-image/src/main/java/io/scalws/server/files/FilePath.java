package io.scalws.server.files;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * The file that the path of a request names, relative to a root.
 *
 * @param relative without leading or trailing slash; empty for the root itself
 * @param directory whether the request's path ended with a slash
 */
record FilePath(String relative, boolean directory) {
  private static final String WELL_KNOWN = ".well-known";

  /**
   * Decodes a path. Empty, which becomes status 404, for one that could mean something else to
   * someone else: a broken or doubled escape, {@code ..}, an encoded slash, a backslash, a control
   * character, octets that are not UTF-8; and for names that begin with a dot, which are not meant
   * to be served ({@code .git}), but for {@code .well-known} (RFC 8615).
   */
  static Optional<FilePath> of(String path) {
    if (!path.startsWith("/")) {
      return Optional.empty();
    }
    StringJoiner relative = new StringJoiner("/");
    for (String segment : path.substring(1).split("/", -1)) {
      Optional<String> decoded = decode(segment);
      if (decoded.isEmpty() || !servable(decoded.get())) {
        return Optional.empty();
      }
      if (!decoded.get().isEmpty()) {
        relative.add(decoded.get());
      }
    }
    return Optional.of(new FilePath(relative.toString(), path.endsWith("/")));
  }

  private static boolean servable(String segment) {
    if (segment.startsWith(".") && !segment.equals(WELL_KNOWN)) {
      return false;
    }
    for (int i = 0; i < segment.length(); i++) {
      char c = segment.charAt(i);
      if (c < ' ' || c == 0x7f || c == '/' || c == '\\') {
        return false;
      }
    }
    return true;
  }

  private static Optional<String> decode(String segment) {
    if (segment.indexOf('%') < 0) {
      return segment.chars().allMatch(c -> c < 0x80) ? Optional.of(segment) : Optional.empty();
    }
    ByteBuffer octets = ByteBuffer.allocate(segment.length());
    for (int i = 0; i < segment.length(); i++) {
      char c = segment.charAt(i);
      if (c == '%') {
        if (i + 2 >= segment.length()) {
          return Optional.empty();
        }
        int high = Character.digit(segment.charAt(i + 1), 16);
        int low = Character.digit(segment.charAt(i + 2), 16);
        if (high < 0 || low < 0) {
          return Optional.empty();
        }
        octets.put((byte) (high << 4 | low));
        i += 2;
      } else if (c < 0x80) {
        octets.put((byte) c);
      } else {
        return Optional.empty();
      }
    }
    try {
      return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(octets.flip()).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}

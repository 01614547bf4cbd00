package io.scalws.server.files;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a Range header asks of a file: RFC 9110 section 14. */
sealed interface ByteRange {

  /**
   * One part.
   *
   * @param first offset of the first octet
   * @param length 1 or more
   */
  record Part(long first, long length) implements ByteRange {
    /** The value of Content-Range, section 14.4. */
    String contentRange(long size) {
      return "bytes " + first + "-" + (first + length - 1) + "/" + size;
    }
  }

  /**
   * The whole file: another unit, a malformed value, or several ranges, which a server may ignore
   * (section 14.2); assembling multipart answers is work that an attacker can multiply.
   */
  record Whole() implements ByteRange {}

  /** Nothing of the file: status 416. */
  record Unsatisfiable() implements ByteRange {}

  /** The grammar of one range. */
  Pattern SINGLE = Pattern.compile("bytes\\s*=\\s*([0-9]{0,18})\\s*-\\s*([0-9]{0,18})");

  static ByteRange of(String value, long size) {
    Matcher matcher = SINGLE.matcher(value.trim().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      return new Whole();
    }
    String from = matcher.group(1);
    String to = matcher.group(2);
    if (from.isEmpty()) {
      if (to.isEmpty()) {
        return new Whole();
      }
      long suffix = Math.min(Long.parseLong(to), size);
      return suffix == 0 ? new Unsatisfiable() : new Part(size - suffix, suffix);
    }
    long first = Long.parseLong(from);
    long last = to.isEmpty() ? size - 1 : Math.min(Long.parseLong(to), size - 1);
    if (!to.isEmpty() && Long.parseLong(to) < first) {
      return new Whole();
    }
    return first >= size ? new Unsatisfiable() : new Part(first, last - first + 1);
  }
}

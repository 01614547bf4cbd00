package io.scalws.server.files;

import io.scalws.server.exchange.Headers;
import java.util.List;
import java.util.OptionalLong;

/** Conditional requests on a file that exists, for GET and HEAD: RFC 9110 section 13. */
final class Preconditions {
  /** What section 13.2.2 says to do. */
  enum Verdict {
    PROCEED,
    NOT_MODIFIED,
    FAILED
  }

  private Preconditions() {}

  static Verdict check(Headers headers, Validators validators) {
    List<String> ifMatch = headers.all("if-match");
    if (!ifMatch.isEmpty()) {
      if (!matches(ifMatch, validators.etag(), false)) {
        return Verdict.FAILED;
      }
    } else if (changedSince(headers, "if-unmodified-since", validators, false)) {
      return Verdict.FAILED;
    }
    List<String> ifNoneMatch = headers.all("if-none-match");
    if (!ifNoneMatch.isEmpty()) {
      return matches(ifNoneMatch, validators.etag(), true) ? Verdict.NOT_MODIFIED : Verdict.PROCEED;
    }
    return changedSince(headers, "if-modified-since", validators, true)
        ? Verdict.PROCEED
        : Verdict.NOT_MODIFIED;
  }

  /** Whether a Range may be honoured: RFC 9110 section 13.1.5. */
  static boolean rangeApplies(Headers headers, Validators validators) {
    return headers
        .first("if-range")
        .map(String::trim)
        .map(
            value -> {
              if (value.startsWith("\"") || value.startsWith("W/")) {
                return value.equals(validators.etag());
              }
              OptionalLong date = HttpDate.parse(value);
              return date.isPresent() && date.equals(validators.modified());
            })
        .orElse(true);
  }

  /**
   * Whether the file is newer than the date in the field.
   *
   * @param otherwise the answer without a field, a valid date or a modification time
   */
  private static boolean changedSince(
      Headers headers, String name, Validators validators, boolean otherwise) {
    List<String> values = headers.all(name);
    if (values.size() != 1 || validators.modified().isEmpty()) {
      return otherwise;
    }
    OptionalLong date = HttpDate.parse(values.getFirst().trim());
    return date.isEmpty() ? otherwise : validators.modified().getAsLong() > date.getAsLong();
  }

  private static boolean matches(List<String> values, String etag, boolean weakly) {
    for (String value : values) {
      if (value.trim().equals("*")) {
        return true;
      }
      // An entity tag may hold a comma, so the list is walked and not split.
      int at = 0;
      while (at < value.length()) {
        int open = value.indexOf('"', at);
        int close = open < 0 ? -1 : value.indexOf('"', open + 1);
        if (close < 0) {
          break;
        }
        boolean weak = open >= 2 && value.startsWith("W/", open - 2);
        if ((weakly || !weak) && value.substring(open, close + 1).equals(etag)) {
          return true;
        }
        at = close + 1;
      }
    }
    return false;
  }
}

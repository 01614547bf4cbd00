package io.scalws.server.exchange;

import java.util.OptionalLong;

/**
 * A request without its body, the same for the three versions of HTTP.
 *
 * @param method in the case in which it came; methods are case-sensitive
 * @param headers without pseudo fields; {@code host} of HTTP/1.1 is in {@link Target#authority}
 */
public record RequestHead(
    HttpVersion version, String method, Target target, Headers headers, Origin origin) {

  /** RFC 9110 section 9.2.1: the client asks for no change, so a repetition does no harm. */
  public boolean isSafe() {
    return switch (method) {
      case "GET", "HEAD", "OPTIONS", "TRACE" -> true;
      default -> false;
    };
  }

  /** RFC 9110 section 9.2.2: sent twice it has the effect of once. */
  public boolean isIdempotent() {
    return isSafe() || method.equals("PUT") || method.equals("DELETE");
  }

  /**
   * The length of the body that {@code content-length} announces, {@link Long#MAX_VALUE} for one
   * that no number holds; empty if it announces none.
   */
  public OptionalLong declaredLength() {
    return headers.first("content-length").map(RequestHead::length).orElse(OptionalLong.empty());
  }

  private static OptionalLong length(String digits) {
    try {
      return OptionalLong.of(Long.parseLong(digits));
    } catch (NumberFormatException e) {
      // RFC 9110 section 8.6: it has any number of digits.
      return OptionalLong.of(Long.MAX_VALUE);
    }
  }
}

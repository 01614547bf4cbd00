package io.scalws.server.exchange;

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
}

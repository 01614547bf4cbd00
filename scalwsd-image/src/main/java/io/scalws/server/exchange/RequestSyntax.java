package io.scalws.server.exchange;

import java.util.List;
import java.util.Set;

/** What fields and control data of a request may consist of, in every version of HTTP. */
public final class RequestSyntax {
  /** RFC 9113 section 8.2.2, RFC 9114 section 4.2: only HTTP/1.1 has these. */
  private static final Set<String> CONNECTION_SPECIFIC =
      Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

  private static final String TOKEN_SYMBOLS = "!#$%&'*+-.^_`|~";

  private RequestSyntax() {}

  /** RFC 9110 section 5.6.2: one or more of the characters that methods and names consist of. */
  public static boolean isToken(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isTokenCharacter(text.charAt(i))) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  /** Whether a token may contain it. */
  public static boolean isTokenCharacter(int c) {
    return isDigit(c)
        || (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || TOKEN_SYMBOLS.indexOf(c) >= 0;
  }

  /**
   * RFC 9113 section 8.2, RFC 9114 section 4.2: whether a request of these versions may have it.
   */
  public static boolean isStreamField(String name, String value) {
    return isToken(name)
        && name.chars().noneMatch(c -> c >= 'A' && c <= 'Z')
        && !CONNECTION_SPECIFIC.contains(name)
        && (!name.equals("te") || value.equals("trailers"))
        && isValue(value);
  }

  /** RFC 9110 section 5.5, RFC 9113 section 8.2.1: no control but tab, no blank at the ends. */
  private static boolean isValue(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if ((c < ' ' && c != '\t') || c == 0x7f) {
        return false;
      }
    }
    return value.isEmpty()
        || (!isBlank(value.charAt(0)) && !isBlank(value.charAt(value.length() - 1)));
  }

  /**
   * A path with optional query that no two parsers read differently: visible ASCII, no fragment.
   */
  public static boolean isPathAndQuery(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || c >= 0x7f || c == '#') {
        return false;
      }
    }
    return text.startsWith("/");
  }

  /** RFC 3986 section 3.2.2 and 3.2.3: host and optional port, never user information. */
  public static boolean isAuthority(String text) {
    int hostEnd = text.startsWith("[") ? text.indexOf(']') + 1 : text.indexOf(':');
    if (hostEnd < 0) {
      hostEnd = text.length();
    }
    String host = text.substring(0, hostEnd);
    String port = text.substring(hostEnd);
    if (host.startsWith("[") ? !isIpLiteral(host) : !isRegisteredName(host)) {
      return false;
    }
    return port.isEmpty()
        || (port.startsWith(":")
            && port.length() <= 6
            && port.chars().skip(1).allMatch(RequestSyntax::isDigit));
  }

  private static boolean isIpLiteral(String host) {
    return host.length() > 3
        && host.chars()
            .skip(1)
            .limit(host.length() - 2L)
            .allMatch(c -> Character.digit(c, 16) >= 0 || c == ':' || c == '.');
  }

  private static boolean isRegisteredName(String host) {
    return !host.isEmpty()
        && host.chars()
            .allMatch(
                c ->
                    isDigit(c)
                        || (c >= 'a' && c <= 'z')
                        || (c >= 'A' && c <= 'Z')
                        || "-._~%!$&'()*+,;=".indexOf(c) >= 0);
  }

  /** RFC 9110 section 8.6: one number in digits; several fields are refused even if equal. */
  public static boolean hasClearLength(Headers headers) {
    List<String> lengths = headers.all("content-length");
    return lengths.isEmpty()
        || (lengths.size() == 1
            && !lengths.getFirst().isEmpty()
            && lengths.getFirst().chars().allMatch(RequestSyntax::isDigit));
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}

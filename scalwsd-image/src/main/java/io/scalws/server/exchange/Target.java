package io.scalws.server.exchange;

import java.util.Locale;
import java.util.Optional;

/**
 * What a request asks for.
 *
 * @param scheme {@code http} or {@code https}
 * @param authority host and optional port as the client wrote them; empty if it named none
 * @param path begins with {@code /} (or is {@code *} of OPTIONS); still percent-encoded
 * @param query without the question mark; empty without one
 */
public record Target(String scheme, String authority, String path, Optional<String> query) {

  /** Splits a path with optional query, RFC 9113 section 8.3.1 ({@code :path}). */
  public static Target of(String scheme, String authority, String pathAndQuery) {
    int mark = pathAndQuery.indexOf('?');
    return mark < 0
        ? new Target(scheme, authority, pathAndQuery, Optional.empty())
        : new Target(
            scheme,
            authority,
            pathAndQuery.substring(0, mark),
            Optional.of(pathAndQuery.substring(mark + 1)));
  }

  /** The authority without port, in lower case; IPv6 keeps its brackets. */
  public String host() {
    int colon = authority.lastIndexOf(':');
    boolean portFollows = colon >= 0 && authority.indexOf(']', colon) < 0;
    String host = portFollows ? authority.substring(0, colon) : authority;
    return host.toLowerCase(Locale.ROOT);
  }

  public String pathAndQuery() {
    return query.map(text -> path + "?" + text).orElse(path);
  }
}

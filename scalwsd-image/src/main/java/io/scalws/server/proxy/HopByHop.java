package io.scalws.server.proxy;

import io.scalws.server.exchange.Headers;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Fields that are for one connection only: RFC 9110 section 7.6.1. */
final class HopByHop {
  private static final Set<String> ALWAYS =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "transfer-encoding",
          "upgrade");

  private HopByHop() {}

  /** The fields that go on to the next connection, in their order. */
  static Headers.Builder without(Headers headers) {
    Set<String> dropped = new HashSet<>(ALWAYS);
    for (String value : headers.all("connection")) {
      for (String name : value.split(",", -1)) {
        dropped.add(name.trim().toLowerCase(Locale.ROOT));
      }
    }
    Headers.Builder kept = Headers.builder();
    headers.forEach(
        (name, value) -> {
          if (!dropped.contains(name)) {
            kept.add(name, value);
          }
        });
    return kept;
  }
}

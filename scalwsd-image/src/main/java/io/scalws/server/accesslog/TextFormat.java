package io.scalws.server.accesslog;

import io.scalws.server.exchange.RequestHead;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * For example {@code 2026-01-31T09:30:00.250Z 127.0.0.1:4711 "GET https://localhost/ HTTP/3" 200
 * in=0 out=6 ms=0.412 outcome=completed instance=web-1 listener=https}.
 *
 * @param instance name of this instance
 */
record TextFormat(String instance) implements AccessFormat {
  @Override
  public String line(AccessRecord entry) {
    RequestHead request = entry.request();
    StringBuilder line = new StringBuilder(200);
    line.append(entry.time()).append(' ');
    line.append(address(request.origin().client())).append(" \"");
    quote(line, request.method()).append(' ');
    quote(line, target(request)).append(' ');
    line.append(request.version()).append("\" ").append(entry.status());
    line.append(" in=").append(entry.octetsReceived());
    line.append(" out=").append(entry.octetsSent());
    line.append(" ms=").append(millis(entry.duration()));
    line.append(" outcome=").append(entry.outcome().label());
    line.append(" instance=").append(instance);
    line.append(" listener=").append(request.origin().listener());
    return line.append('\n').toString();
  }

  static String target(RequestHead request) {
    var target = request.target();
    return target.scheme() + "://" + target.authority() + target.pathAndQuery();
  }

  static String address(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
  }

  /** Microseconds matter, nanoseconds are noise. */
  static String millis(Duration duration) {
    long micros = duration.toNanos() / 1000;
    long fraction = micros % 1000;
    return micros / 1000 + (fraction < 10 ? ".00" : fraction < 100 ? ".0" : ".") + fraction;
  }

  /** What a client sends neither ends the quotes nor the line, and no terminal obeys it. */
  private static StringBuilder quote(StringBuilder line, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        line.append(c < 0x100 ? "\\x" : "\\u");
        String hex = Integer.toHexString(c);
        line.repeat("0", (c < 0x100 ? 2 : 4) - hex.length()).append(hex);
      } else {
        line.append(c);
      }
    }
    return line;
  }
}

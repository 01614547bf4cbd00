package io.scalws.quiclb.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** {@code /metrics}, {@code /livez} and {@code /readyz}; one thread of its own. */
public final class AdminEndpoint implements AutoCloseable {
  private final HttpServer server;

  private AdminEndpoint(HttpServer server) {
    this.server = server;
  }

  /**
   * @param ready whether the process does its job or stands by for it
   * @param metrics Prometheus text
   */
  public static AdminEndpoint open(
      InetSocketAddress address, BooleanSupplier ready, Supplier<String> metrics)
      throws IOException {
    HttpServer server;
    try {
      server = HttpServer.create(address, 16);
    } catch (IOException e) {
      throw new IOException("bind the admin endpoint to " + address + ": " + e.getMessage(), e);
    }
    server.createContext(
        "/metrics",
        exchange -> answer(exchange, "/metrics", 200, "text/plain; version=0.0.4", metrics.get()));
    server.createContext(
        "/livez", exchange -> answer(exchange, "/livez", 200, "text/plain", "ok\n"));
    server.createContext(
        "/readyz",
        exchange -> {
          boolean yes = ready.getAsBoolean();
          answer(exchange, "/readyz", yes ? 200 : 503, "text/plain", yes ? "ok\n" : "not ready\n");
        });
    server.start();
    return new AdminEndpoint(server);
  }

  private static void answer(
      HttpExchange exchange, String path, int status, String type, String body) throws IOException {
    try (exchange) {
      // A context matches by prefix; only the path itself is served.
      boolean known = exchange.getRequestURI().getPath().equals(path);
      byte[] octets = (known ? body : "not found\n").getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", known ? type : "text/plain");
      boolean head = exchange.getRequestMethod().equals("HEAD");
      exchange.sendResponseHeaders(known ? status : 404, head ? -1 : octets.length);
      if (!head) {
        exchange.getResponseBody().write(octets);
      }
    }
  }

  /** {@code 127.0.0.1:40001}, with the port that was taken. */
  public String address() {
    InetSocketAddress bound = server.getAddress();
    String host = bound.getAddress().getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + bound.getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}

package io.scalws.server.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** {@code /metrics}, {@code /livez} and {@code /readyz}. */
public final class AdminEndpoint implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService executor =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().name("admin").daemon().factory());

  private AdminEndpoint(HttpServer server) {
    this.server = server;
  }

  /**
   * Serves from now on.
   *
   * @param address port 0 takes a free one
   * @param ready whether new connections may come
   */
  public static AdminEndpoint open(
      InetSocketAddress address, Supplier<String> metrics, BooleanSupplier ready)
      throws IOException {
    HttpServer server = HttpServer.create(address, 0);
    AdminEndpoint endpoint = new AdminEndpoint(server);
    server.setExecutor(endpoint.executor);
    server.createContext(
        "/metrics", exchange -> answer(exchange, 200, "text/plain; version=0.0.4", metrics.get()));
    server.createContext("/livez", exchange -> answer(exchange, 200, "text/plain", "ok\n"));
    server.createContext(
        "/readyz",
        exchange -> {
          boolean now = ready.getAsBoolean();
          answer(exchange, now ? 200 : 503, "text/plain", now ? "ok\n" : "not ready\n");
        });
    server.start();
    return endpoint;
  }

  private static void answer(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] octets = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, octets.length);
    try (OutputStream body = exchange.getResponseBody()) {
      body.write(octets);
    }
  }

  /** Where it serves, {@code 127.0.0.1:40001}. */
  public String address() {
    InetSocketAddress bound = server.getAddress();
    return bound.getAddress().getHostAddress() + ":" + bound.getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdown();
  }
}

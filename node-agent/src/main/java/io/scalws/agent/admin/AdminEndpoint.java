package io.scalws.agent.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** {@code /metrics}, {@code /livez}, {@code /readyz} and {@code /status} over HTTP. */
public final class AdminEndpoint implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads;

  private AdminEndpoint(HttpServer server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  /**
   * What it tells; called on its own threads.
   *
   * @param metrics Prometheus text
   * @param status JSON
   */
  public record Views(Supplier<String> metrics, Supplier<Boolean> ready, Supplier<String> status) {}

  public static AdminEndpoint open(InetSocketAddress address) throws IOException {
    HttpServer server = HttpServer.create(address, 16);
    ExecutorService threads =
        Executors.newFixedThreadPool(2, Thread.ofPlatform().daemon().name("admin-", 0).factory());
    server.setExecutor(threads);
    return new AdminEndpoint(server, threads);
  }

  /** The address that it really has. */
  public String address() {
    InetSocketAddress address = server.getAddress();
    String host = address.getAddress().getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  public void serve(Views views) {
    handle("/metrics", "text/plain; version=0.0.4", 200, views.metrics());
    handle("/livez", "text/plain", 200, () -> "ok\n");
    handle("/status", "application/json", 200, views.status());
    server.createContext(
        "/readyz",
        exchange -> {
          boolean ready = views.ready().get();
          reply(exchange, ready ? 200 : 503, "text/plain", ready ? "ok\n" : "not ready\n");
        });
    server.start();
  }

  private void handle(String path, String type, int status, Supplier<String> body) {
    server.createContext(
        path,
        exchange -> {
          if (!exchange.getRequestURI().getPath().equals(path)) {
            reply(exchange, 404, "text/plain", "not found\n");
            return;
          }
          reply(exchange, status, type, body.get());
        });
  }

  private static void reply(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    byte[] octets = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, octets.length);
    exchange.getResponseBody().write(octets);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdown();
  }
}

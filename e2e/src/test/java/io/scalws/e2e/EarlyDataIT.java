package io.scalws.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.scalws.e2e.Commands.Result;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A ticket of one instance is good at every instance, over TCP and QUIC; and what comes in early
 * data, which anybody may replay, reaches no upstream before the handshake is complete.
 */
class EarlyDataIT {
  private static HttpServer upstream;
  private static final List<String> SEEN = new CopyOnWriteArrayList<>();
  private static int port;
  private static Host host;

  @BeforeAll
  static void start() throws IOException {
    upstream = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    upstream.createContext("/", EarlyDataIT::answer);
    upstream.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    upstream.start();
    port = Host.freePort();
    host =
        Host.start(
            Specifications.runtime(
                2,
                List.of(
                    """
                    {name: https, port: %d, protocol: HTTPS, \
                    tls: {certificateRefs: [{name: %s}]}, \
                    http3: {enabled: true, earlyData: true}}\
                    """
                        .formatted(port, Certificates.NAME)),
                List.of(
                    "{backendRefs: [{url: \"http://127.0.0.1:%d\"}]}"
                        .formatted(upstream.getAddress().getPort()))));
  }

  @AfterAll
  static void stop() {
    if (host != null) {
      host.close();
    }
    upstream.stop(0);
  }

  @BeforeEach
  void forget() {
    SEEN.clear();
  }

  /** Notes method, path, and whether it was said to be early data. */
  private static void answer(HttpExchange exchange) throws IOException {
    String early = exchange.getRequestHeaders().getFirst("Early-Data");
    SEEN.add(
        exchange.getRequestMethod()
            + " "
            + exchange.getRequestURI().getPath()
            + (early == null ? "" : " early"));
    exchange.getRequestBody().readAllBytes();
    exchange.sendResponseHeaders(204, -1);
    exchange.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"h1", "h2", "h3"})
  void everyConnectionResumesWhateverInstanceGaveTheTicket(String protocol) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-proto",
                protocol,
                "-ca",
                Certificates.authority(),
                "-n",
                "40",
                "-fresh",
                "-expect-status",
                "204",
                "https://localhost:" + port + "/resume"));
    JsonNode result = Clients.traffic(arguments.toArray(String[]::new));

    assertThat(result.path("ok").asInt()).as(result.toString()).isEqualTo(40);
    assertThat(result.path("resumed").asInt()).as(result.toString()).isEqualTo(39);
    // Nobody chooses the instance: with 39 changes of connection both had their turn.
    assertThat(result.path("instances").size()).as(result.toString()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST", "PUT", "DELETE", "PATCH"})
  void noRequestIsForwardedBeforeTheHandshakeIsComplete(String method, @TempDir Path folder)
      throws IOException {
    learn(folder);
    // The client never hears of the server: what it sends can only be early data.
    try (UdpPath path = UdpPath.open(port, octets -> octets, octets -> new byte[0])) {
      request(folder, path.port(), method);
    }
    assertThat(SEEN).isEmpty();
  }

  @Test
  void aRequestIsForwardedOnceWhenTheHandshakeIsComplete(@TempDir Path folder) throws IOException {
    learn(folder);
    try (UdpPath path = UdpPath.open(port, octets -> octets, octets -> octets)) {
      request(folder, path.port(), "POST");
    }
    assertThat(SEEN).containsExactly("POST /early");
  }

  /** Gets a ticket and the transport parameters that early data needs. */
  private static void learn(Path folder) {
    run(folder, port, "GET", "/first");
    assertThat(folder.resolve("session")).exists();
    assertThat(folder.resolve("parameters")).exists();
    Host.await("first request", Duration.ofSeconds(5), () -> SEEN.contains("GET /first"));
    SEEN.clear();
  }

  private static Result request(Path folder, int to, String method) throws IOException {
    assertThat(Files.size(folder.resolve("session"))).isPositive();
    return run(folder, to, method, "/early");
  }

  private static Result run(Path folder, int to, String method, String path) {
    return Clients.program(
        "gtlsclient",
        "--exit-on-all-streams-close",
        "--quiet",
        "--no-quic-dump",
        "--no-http-dump",
        "--handshake-timeout=3s",
        "--session-file=" + folder.resolve("session"),
        "--tp-file=" + folder.resolve("parameters"),
        "--http-method=" + method,
        "127.0.0.1",
        String.valueOf(to),
        "https://localhost:" + port + path);
  }
}

package io.scalws.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.scalws.e2e.Commands.Result;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that an upstream answers, over every version of HTTP. */
class ProxyIT {
  private static final int LARGE = 20_000_000;

  private static final CountDownLatch RELEASE = new CountDownLatch(1);
  private static final Set<InetSocketAddress> CONNECTIONS = ConcurrentHashMap.newKeySet();
  private static HttpServer upstream;
  private static int port;
  private static Host host;

  @BeforeAll
  static void start() throws IOException {
    upstream = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    upstream.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    upstream.createContext("/headers", ProxyIT::headers);
    upstream.createContext("/count", ProxyIT::count);
    upstream.createContext("/large", ProxyIT::large);
    upstream.createContext("/never", ProxyIT::never);
    upstream.createContext("/cut", ProxyIT::cut);
    upstream.start();
    port = Host.freePort();
    host =
        Host.start(
            Specifications.runtime(
                1,
                List.of(Specifications.https("https", "*", port)),
                List.of(
                    route("/dead", Host.freePort(), "30s"),
                    route("/never", upstream.getAddress().getPort(), "300ms"),
                    route("/", upstream.getAddress().getPort(), "30s"))));
  }

  @AfterAll
  static void stop() {
    RELEASE.countDown();
    if (host != null) {
      host.close();
    }
    upstream.stop(0);
  }

  private static String route(String prefix, int upstreamPort, String limit) {
    return """
        {matches: [{path: {type: PathPrefix, value: %s}}], \
        backendRefs: [{url: "http://127.0.0.1:%d"}], timeouts: {backendRequest: %s}}"""
        .formatted(prefix, upstreamPort, limit);
  }

  private static void headers(HttpExchange exchange) throws IOException {
    CONNECTIONS.add(exchange.getRemoteAddress());
    StringBuilder all = new StringBuilder();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> all.append(name).append(": ").append(values).append('\n'));
    exchange.getResponseHeaders().add("Connection", "X-Secret");
    exchange.getResponseHeaders().add("X-Secret", "for the proxy only");
    answer(exchange, all.toString());
  }

  private static void count(HttpExchange exchange) throws IOException {
    long octets = 0;
    byte[] buffer = new byte[65536];
    try (InputStream body = exchange.getRequestBody()) {
      for (int n = body.read(buffer); n >= 0; n = body.read(buffer)) {
        octets += n;
      }
    }
    answer(exchange, "got " + octets);
  }

  private static void large(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream body = exchange.getResponseBody()) {
      byte[] piece = new byte[50_000];
      for (int sent = 0; sent < LARGE; sent += piece.length) {
        body.write(piece);
      }
    }
  }

  private static void never(HttpExchange exchange) {
    try {
      RELEASE.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exchange.close();
  }

  private static void cut(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 1000);
    exchange.getResponseBody().write(new byte[10]);
    exchange.getResponseBody().flush();
    throw new IOException("the upstream gives up");
  }

  private static void answer(HttpExchange exchange, String text) throws IOException {
    byte[] octets = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, octets.length);
    exchange.getResponseBody().write(octets);
    exchange.close();
  }

  private static Result curl(String version, String path, String... more) {
    List<String> all =
        new java.util.ArrayList<>(List.of(version, "--cacert", Certificates.authority()));
    all.addAll(List.of(more));
    all.add("https://localhost:" + port + path);
    return Clients.curl(all.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--http1.1", "--http2", "--http3-only"})
  void theUpstreamLearnsWhoAsksAndNothingThatIsForgedOrForOneConnection(String version) {
    Result result =
        curl(version, "/headers?a=b", "-i", "-H", "X-Forwarded-For: 1.2.3.4", "-H", "TE: gzip");
    assertThat(result.succeeded().out())
        .containsIgnoringCase("X-forwarded-proto: [https]")
        .containsIgnoringCase("Host: [localhost:" + port + "]")
        .doesNotContain("1.2.3.4")
        .doesNotContainIgnoringCase("te: [")
        .doesNotContainIgnoringCase("x-secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"h1", "h2", "h3"})
  void bodiesStreamBothWays(String protocol) {
    JsonNode down = traffic(protocol, "/large", 4, "-expect-bytes", String.valueOf(LARGE));
    assertThat(down.get("ok").asInt()).as(down.toString()).isEqualTo(4);
    JsonNode up = traffic(protocol, "/count", 4, "-body", String.valueOf(LARGE));
    assertThat(up.get("ok").asInt()).as(up.toString()).isEqualTo(4);
  }

  @Test
  void anUploadArrivesWhole() {
    assertThat(curl("--http1.1", "/count", "-d", "x".repeat(100_000)).succeeded().out())
        .isEqualTo("got 100000");
    assertThat(
            curl("--http1.1", "/count", "-H", "Transfer-Encoding: chunked", "-d", "x".repeat(5000))
                .succeeded()
                .out())
        .isEqualTo("got 5000");
    assertThat(curl("--http3-only", "/count", "-X", "POST").succeeded().out()).isEqualTo("got 0");
  }

  @Test
  void connectionsToTheUpstreamAreKept() {
    CONNECTIONS.clear();
    JsonNode result = traffic("h2", "/headers", 200);
    assertThat(result.get("ok").asInt()).as(result.toString()).isEqualTo(200);
    assertThat(CONNECTIONS).hasSizeLessThan(20);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--http1.1", "--http2", "--http3-only"})
  void anUpstreamThatIsNotThereIsA502AndASilentOneA504(String version) {
    String status = "%{http_code}";
    assertThat(curl(version, "/dead", "-w", status).succeeded().out()).isEqualTo("502");
    assertThat(curl(version, "/never", "-w", status).succeeded().out()).isEqualTo("504");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--http1.1", "--http2", "--http3-only"})
  void anAnswerThatBreaksOffIsSeenAsSuch(String version) {
    assertThat(curl(version, "/cut").exitCode()).isNotZero();
  }

  private static JsonNode traffic(String protocol, String path, int requests, String... more) {
    List<String> all =
        new java.util.ArrayList<>(
            List.of(
                "-proto",
                protocol,
                "-ca",
                Certificates.authority(),
                "-c",
                "2",
                "-n",
                String.valueOf(requests)));
    all.addAll(List.of(more));
    all.add("https://localhost:" + port + path);
    return Clients.traffic(all.toArray(String[]::new));
  }
}

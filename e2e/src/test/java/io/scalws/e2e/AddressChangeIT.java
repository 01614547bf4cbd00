package io.scalws.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Transfers over HTTP/3 survive changes of the client's address, through the demultiplexer and with
 * everything to the old address lost, at a round trip of 30 ms.
 *
 * <p>The number of transfers in each case is {@code -Dscalws.trials}; 5 unless set.
 */
class AddressChangeIT {
  private static final int TRIALS = Integer.getInteger("scalws.trials", 5);
  private static final int MEGABYTE = 1_000_000;

  @TempDir static Path site;
  private static HttpServer upstream;
  private static int port;
  private static Host host;

  @BeforeAll
  static void start() throws IOException {
    byte[] octets = new byte[MEGABYTE];
    new Random(1).nextBytes(octets);
    Files.write(site.resolve("1m"), octets);
    try (var out = Files.newOutputStream(site.resolve("50m"))) {
      for (int i = 0; i < 50; i++) {
        out.write(octets);
      }
    }
    // Reads the whole body, which an answer that stands in the specification does not.
    upstream = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    upstream.createContext("/upload", AddressChangeIT::count);
    upstream.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    upstream.start();
    port = Host.freePort();
    host =
        Host.start(
            Specifications.runtime(
                2,
                List.of(Specifications.https("https", "*", port)),
                List.of(
                    Specifications.hello(),
                    """
                    {matches: [{path: {type: Exact, value: /upload}}], \
                    backendRefs: [{url: "http://127.0.0.1:%d"}]}"""
                        .formatted(upstream.getAddress().getPort()),
                    Specifications.files(site.toString()))));
  }

  @AfterAll
  static void stop() {
    if (host != null) {
      host.close();
    }
    upstream.stop(0);
  }

  /** Answers with the number of octets that came. */
  private static void count(HttpExchange exchange) throws IOException {
    long octets = exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
    byte[] answer = String.valueOf(octets).getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 1, false", "127.0.0.1, 3, false", "127.0.0.1, 10, false",
    "127.0.0.1, 1, true", "127.0.0.1, 3, true", "127.0.0.1, 10, true",
    "[::1], 1, false", "[::1], 3, false", "[::1], 10, false"
  })
  void downloadOfOneMegabyte(String address, int rebinds, boolean newAddress) throws Exception {
    JsonNode result =
        transfer(
            address,
            rebinds,
            TRIALS,
            "-rebind-bytes",
            String.valueOf(MEGABYTE / (rebinds + 4)),
            "-rebind-ip=" + newAddress,
            "-expect-sha256",
            sha256(site.resolve("1m")),
            "https://localhost:" + port + "/1m");
    assertAllArrived(result, TRIALS, rebinds);
  }

  @ParameterizedTest
  @CsvSource({"1", "3", "10"})
  void uploadOfFiveMegabytes(int rebinds) {
    JsonNode result =
        transfer(
            "127.0.0.1",
            rebinds,
            TRIALS,
            "-rebind-bytes",
            String.valueOf(5 * MEGABYTE / (rebinds + 4)),
            "-body",
            String.valueOf(5 * MEGABYTE),
            "-expect-bytes",
            "7",
            "https://localhost:" + port + "/upload");
    assertAllArrived(result, TRIALS, rebinds);
  }

  /** A NAT knows nothing of handshakes; the client's second datagram comes from elsewhere. */
  @ParameterizedTest
  @CsvSource({"127.0.0.1, false", "127.0.0.1, true", "[::1], false"})
  void aChangeWithinTheHandshake(String address, boolean newAddress) throws Exception {
    JsonNode result =
        transfer(
            address,
            1,
            TRIALS,
            "-rebind-datagrams",
            "1",
            "-rebind-ip=" + newAddress,
            "-expect-sha256",
            sha256(site.resolve("1m")),
            "https://localhost:" + port + "/1m");
    assertAllArrived(result, TRIALS, 1);
  }

  /** Before the paths run out a GOAWAY sends the client to a new connection. */
  @Test
  void requestsOfAClientThatMovesWithoutEnd() {
    JsonNode result =
        Clients.traffic(
            "-proto",
            "h3",
            "-ca",
            Certificates.authority(),
            "-connect",
            "127.0.0.1:" + port,
            "-n",
            "400",
            "-delay",
            "1ms",
            "-rebind-datagrams",
            "5",
            "https://localhost:" + port + "/hello");
    assertThat(result.get("ok").asInt()).as(result.toString()).isEqualTo(400);
    assertThat(result.get("relay").get("rebinds").asInt()).as(result.toString()).isGreaterThan(64);
    assertThat(result.get("connections").asInt()).as(result.toString()).isGreaterThan(1);
  }

  /** One transfer of more changes than a connection has paths: an end, and not in silence. */
  @Test
  void aTransferThatRunsOutOfPathsEndsWithAReset() {
    JsonNode result =
        transfer(
            "127.0.0.1",
            0,
            1,
            "-rebind-bytes",
            "100000",
            "-timeout",
            "60s",
            "https://localhost:" + port + "/50m");
    assertThat(result.get("failed").fieldNames())
        .toIterable()
        .as(result.toString())
        .containsExactly("stateless_reset");
    assertThat(result.get("relay").get("rebinds").asInt()).as(result.toString()).isGreaterThan(60);
  }

  @Test
  void downloadOfFiftyMegabytes() throws Exception {
    JsonNode result =
        transfer(
            "127.0.0.1",
            3,
            1,
            "-rebind-bytes",
            String.valueOf(10 * MEGABYTE),
            "-expect-sha256",
            sha256(site.resolve("50m")),
            "-timeout",
            "120s",
            "https://localhost:" + port + "/50m");
    assertAllArrived(result, 1, 3);
  }

  @Test
  void garbageWithTheConnectionsIdFromAnotherAddressChangesNothing() throws Exception {
    JsonNode result =
        transfer(
            "127.0.0.1",
            1,
            TRIALS,
            "-garbage",
            "1ms",
            "-expect-sha256",
            sha256(site.resolve("1m")),
            "https://localhost:" + port + "/1m");
    assertThat(result.get("ok").asInt()).as(result.toString()).isEqualTo(TRIALS);
    assertThat(result.get("relay").get("garbage").asInt()).as(result.toString()).isPositive();
    // Shorter than the attacker's 60 octets: resets of connections that are over, never data.
    assertThat(result.get("relay").get("divertedLargest").asInt())
        .as(result.toString())
        .isLessThan(60);
  }

  private static JsonNode transfer(String address, int rebinds, int trials, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-proto",
                "h3",
                "-ca",
                Certificates.authority(),
                "-connect",
                address + ":" + port,
                "-n",
                String.valueOf(trials),
                "-fresh",
                "-delay",
                "15ms",
                "-rebind-max",
                String.valueOf(rebinds)));
    arguments.addAll(List.of(more));
    return Clients.traffic(arguments.toArray(String[]::new));
  }

  private static void assertAllArrived(JsonNode result, int trials, int rebinds) {
    assertThat(result.get("ok").asInt()).as(result.toString()).isEqualTo(trials);
    // A test that never changed the address would pass for nothing.
    assertThat(result.get("relay").get("rebinds").asInt())
        .as(result.toString())
        .isEqualTo(trials * rebinds);
    if (rebinds > 1) {
      // With a single change nothing may be under way in that very moment.
      assertThat(result.get("relay").get("toOldAddress").asInt())
          .as(result.toString())
          .isPositive();
    }
  }

  private static String sha256(Path file) throws Exception {
    return HexFormat.of()
        .formatHex(
            java.security.MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
  }
}

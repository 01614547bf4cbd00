package io.scalws.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.scalws.e2e.Commands.Result;
import java.io.IOException;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One server without an agent serves plain TCP and UDP sockets of its own. */
class AloneIT {
  private static final int MEGABYTE = 1_000_000;
  private static final int RESERVED_VERSION = 0x1a2a3a4a;

  @TempDir static Path folder;
  @TempDir static Path site;
  private static int port;
  private static int selfSigned;
  private static AloneServer server;

  @BeforeAll
  static void start() throws IOException {
    byte[] octets = new byte[MEGABYTE];
    new Random(1).nextBytes(octets);
    Files.write(site.resolve("1m"), octets);
    try (OutputStream out = Files.newOutputStream(site.resolve("20m"))) {
      for (int i = 0; i < 20; i++) {
        out.write(octets);
      }
    }
    port = Host.freePort();
    selfSigned = Host.freePort();
    server = AloneServer.start(folder, specification(port, selfSigned));
  }

  private static String specification(int port, int selfSigned) {
    return Specifications.runtime(
        1,
        List.of(
            Specifications.https("wildcard", "*", port),
            """
            {name: self, address: "*", port: %d, protocol: HTTPS, tls: {selfSigned: true}, \
            http3: {enabled: true}}\
            """
                .formatted(selfSigned)),
        List.of(Specifications.hello(), Specifications.files(site.toString())));
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, --http1.1, 1.1",
    "127.0.0.1, --http2, 2",
    "127.0.0.1, --http3-only, 3",
    "127.0.0.2, --http1.1, 1.1",
    "127.0.0.2, --http2, 2",
    "127.0.0.2, --http3-only, 3",
    "[::1], --http1.1, 1.1",
    "[::1], --http2, 2",
    "[::1], --http3-only, 3",
  })
  void curlOverEveryVersionAndAddress(String address, String option, String version) {
    Result result =
        Clients.curl(
            option,
            "--cacert",
            Certificates.authority(),
            "-w",
            "%{http_version}",
            "https://" + address + ":" + port + "/hello");
    assertThat(result.succeeded().out()).isEqualTo("hello\n" + version);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--http2", "--http3-only"})
  void aSelfSignedCertificateIsMadeAndNotTrusted(String option) {
    String url = "https://localhost:" + selfSigned + "/hello";
    assertThat(Clients.curl(option, "--insecure", url).succeeded().out()).isEqualTo("hello\n");
    assertThat(Clients.curl(option, url).exitCode()).isEqualTo(60);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.2", "::1"})
  void ngtcp2(String address, @TempDir Path download) {
    Result result =
        Clients.program(
            "gtlsclient",
            "--exit-on-all-streams-close",
            "--quiet",
            "--no-quic-dump",
            "--no-http-dump",
            "--download=" + download,
            address,
            String.valueOf(port),
            "https://localhost:" + port + "/hello");
    assertThat(download.resolve("hello")).as(result.toString()).hasContent("hello\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "[::1]"})
  void aTransferGoesOnWhenItsClientMoves(String address) {
    JsonNode result =
        Clients.traffic(
            "-ca",
            Certificates.authority(),
            "-connect",
            address + ":" + port,
            "-n",
            "3",
            "-fresh",
            "-delay",
            "15ms",
            "-rebind-max",
            "3",
            "-rebind-bytes",
            String.valueOf(MEGABYTE / 7),
            "-expect-bytes",
            String.valueOf(MEGABYTE),
            "https://localhost:" + port + "/1m");
    assertThat(result.path("ok").asInt()).as(result.toString()).isEqualTo(3);
    assertThat(result.path("relay").path("rebinds").asInt()).as(result.toString()).isEqualTo(9);
  }

  @Test
  void aClientOfAnUnknownVersionIsToldWhichIsSpoken() throws IOException {
    ByteBuffer answer = exchange("127.0.0.2", firstPacket(1200));

    assertThat(answer.getInt(1)).as("version negotiation").isZero();
    assertThat(answer.getInt(answer.position() + 7 + 16)).as("QUIC version 1").isEqualTo(1);
  }

  @Test
  void aShortDatagramOfAnUnknownVersionIsNotAnswered() throws IOException {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(InetAddress.ofLiteral("127.0.0.1"), port);
      socket.setSoTimeout(3000);
      socket.send(new DatagramPacket(firstPacket(1199), 1199));
      // The answer to the second one shows that the first had its turn.
      socket.send(new DatagramPacket(firstPacket(1200), 1200));
      DatagramPacket answer = new DatagramPacket(new byte[2048], 2048);
      socket.receive(answer);
      socket.setSoTimeout(300);
      assertThat(receives(socket)).as("a second answer").isFalse();
    }
  }

  private static boolean receives(DatagramSocket socket) throws IOException {
    try {
      socket.receive(new DatagramPacket(new byte[2048], 2048));
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  /** A long header of a version that nobody speaks (RFC 9000 section 15). */
  private static byte[] firstPacket(int length) {
    ByteBuffer packet = ByteBuffer.allocate(length);
    packet.put((byte) 0xc0).putInt(RESERVED_VERSION);
    packet.put((byte) 8).putLong(0x0102030405060708L).put((byte) 8).putLong(0x1112131415161718L);
    return packet.array();
  }

  /** A connected socket takes answers from that address only. */
  private static ByteBuffer exchange(String address, byte[] datagram) throws IOException {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(InetAddress.ofLiteral(address), port);
      socket.setSoTimeout(3000);
      socket.send(new DatagramPacket(datagram, datagram.length));
      DatagramPacket answer = new DatagramPacket(new byte[2048], 2048);
      socket.receive(answer);
      return ByteBuffer.wrap(answer.getData(), 0, answer.getLength());
    }
  }

  @Test
  void aPortInUseIsSaidInOneSentence(@TempDir Path own) throws IOException {
    try (ServerSocket taken = new ServerSocket(0)) {
      Result result = AloneServer.run(own, specification(taken.getLocalPort(), Host.freePort()));

      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.err())
          .contains("scalwsd: bind(tcp 0.0.0.0:" + taken.getLocalPort() + "): EADDRINUSE")
          .contains("another process listens there")
          .doesNotContain("\tat ");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--http1.1", "--http2", "--http3-only"})
  void termLetsATransferFinish(String option, @TempDir Path own) throws Exception {
    int ownPort = Host.freePort();
    Path received = own.resolve("received");
    try (AloneServer draining = AloneServer.start(own, specification(ownPort, Host.freePort()))) {
      CompletableFuture<Result> transfer =
          CompletableFuture.supplyAsync(
              () ->
                  Clients.curl(
                      option,
                      "--cacert",
                      Certificates.authority(),
                      "--limit-rate",
                      "10M",
                      "-o",
                      received.toString(),
                      "https://localhost:" + ownPort + "/20m"));
      Host.await("octets", Duration.ofSeconds(20), () -> received.toFile().length() > 0);
      draining.terminate();

      assertThat(draining.exitCode()).as(draining.err()).isZero();
      transfer.get().succeeded();
      assertThat(Files.mismatch(received, site.resolve("20m"))).isEqualTo(-1);
    }
  }
}

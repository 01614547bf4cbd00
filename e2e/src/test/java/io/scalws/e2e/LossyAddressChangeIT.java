package io.scalws.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Downloads of ngtcp2's client through a NAT that changes its address and loses what goes to the
 * old one, with and without further loss. With loss, ngtcp2's own server is the measure.
 *
 * <p>The number of transfers in each case is {@code -Dscalws.trials}; 5 unless set.
 */
class LossyAddressChangeIT {
  private static final int TRIALS = Integer.getInteger("scalws.trials", 5);
  private static final int MEGABYTE = 1_000_000;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir static Path site;
  private static int port;
  private static Host host;
  private static int peerPort;
  private static Process peer;

  @BeforeAll
  static void start() throws IOException {
    byte[] octets = new byte[MEGABYTE];
    new Random(2).nextBytes(octets);
    Files.write(site.resolve("1m"), octets);
    port = Host.freePort();
    host =
        Host.start(
            Specifications.runtime(
                2,
                List.of(Specifications.https("https", "*", port)),
                List.of(Specifications.files(site.toString()))));
    peerPort = Host.freePort();
    peer =
        new ProcessBuilder(
                Clients.path("gtlsserver"),
                "--quiet",
                "--htdocs=" + site,
                "127.0.0.1",
                String.valueOf(peerPort),
                Certificates.key(),
                Certificates.authority())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
  }

  @AfterAll
  static void stop() {
    if (peer != null) {
      peer.destroyForcibly();
    }
    if (host != null) {
      host.close();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 10})
  void everyDownloadArrives(int rebinds) throws IOException {
    for (int trial = 0; trial < TRIALS; trial++) {
      Download download = download(port, rebinds, 0, trial);
      assertThat(download.arrived()).as("trial %d: %s", trial, download).isTrue();
      assertThat(download.relay().get("rebinds").asInt()).isEqualTo(rebinds);
    }
  }

  @Test
  void withLossAsManyArriveAsFromNgtcp2sServer() throws IOException {
    int ours = 0;
    int theirs = 0;
    for (int trial = 0; trial < 2 * TRIALS; trial++) {
      ours += download(port, 1, 0.02, trial).arrived() ? 1 : 0;
      theirs += download(peerPort, 1, 0.02, trial).arrived() ? 1 : 0;
    }
    System.out.printf(
        "%d transfers with 2 %% loss each way and an address change: %d arrived, %d from ngtcp2%n",
        2 * TRIALS, ours, theirs);
    assertThat(theirs).as("the measure itself works").isPositive();
    // Each side loses about one transfer in fifty to the client's own limits (see the benchmarks).
    assertThat(ours).isGreaterThanOrEqualTo(theirs - 2);
  }

  private record Download(boolean arrived, JsonNode relay, String client) {}

  private static Download download(int server, int rebinds, double loss, int seed)
      throws IOException {
    Path folder = Files.createTempDirectory(site, "download");
    List<String> nat =
        List.of(
            "-delay",
            "15ms",
            "-loss",
            String.valueOf(loss),
            "-seed",
            String.valueOf(seed + 1),
            "-rebind-bytes",
            String.valueOf(MEGABYTE / (rebinds + 4)),
            "-rebind-max",
            String.valueOf(rebinds));
    try (Relay relay = Relay.start("127.0.0.1:" + server, nat)) {
      Commands.Result result =
          Commands.run(
              LIMIT,
              Clients.path("gtlsclient"),
              "--exit-on-all-streams-close",
              "--quiet",
              "--no-quic-dump",
              "--no-http-dump",
              "--timeout=10s",
              "--download=" + folder,
              "127.0.0.1",
              String.valueOf(relay.port()),
              "https://localhost/1m");
      boolean arrived =
          Files.exists(folder.resolve("1m"))
              && Files.mismatch(folder.resolve("1m"), site.resolve("1m")) == -1;
      return new Download(arrived, relay.stop(), result.err());
    }
  }
}

package io.scalws.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The instance is replaced while clients of every version are at work: no request fails. */
class DrainIT {
  // The common pool of a machine with two cores has one thread.
  private static final Executor THREADS = task -> Thread.ofPlatform().daemon().start(task);

  private static int port;
  private static Host host;

  @BeforeAll
  static void start() throws IOException {
    port = Host.freePort();
    host =
        Host.start(
            Specifications.runtime(
                1,
                List.of(Specifications.https("https", "*", port)),
                List.of(Specifications.hello())));
  }

  @AfterAll
  static void stop() {
    if (host != null) {
      host.close();
    }
  }

  @Test
  void noRequestFailsWhileTheInstanceIsReplaced() throws Exception {
    List<CompletableFuture<JsonNode>> loads =
        List.of(
            load("h1", "-pause", "20ms"),
            load("h2", "-pause", "20ms"),
            load("h3", "-pause", "20ms"),
            load("h1", "-pause", "50ms", "-fresh"),
            load("h3", "-pause", "50ms", "-fresh"));
    for (String version : List.of("http1", "http2", "http3")) {
      Host.await("connections over " + version, Duration.ofSeconds(20), () -> open(version) >= 3);
    }
    Commands.run(
            Duration.ofMinutes(3),
            Host.scalws(),
            "restart",
            "--state-dir",
            host.folder().resolve("state").toString())
        .succeeded();

    for (CompletableFuture<JsonNode> each : loads) {
      JsonNode result = each.get();
      assertThat(result.path("failed")).as(result.toString()).isEmpty();
      assertThat(result.path("connections").asInt())
          .as("clients had to leave the old instance: " + result)
          .isGreaterThan(3);
    }
  }

  private static int open(String version) {
    int open = 0;
    for (JsonNode instance : host.status().path("instances")) {
      open += instance.path("connections").path(version).asInt();
    }
    return open;
  }

  private static CompletableFuture<JsonNode> load(String protocol, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-proto",
                protocol,
                "-ca",
                Certificates.authority(),
                "-n",
                "0",
                "-d",
                Duration.ofSeconds(40).toSeconds() + "s",
                "-c",
                "3"));
    arguments.addAll(List.of(more));
    arguments.add("https://localhost:" + port + "/hello");
    return CompletableFuture.supplyAsync(
        () -> Clients.traffic(arguments.toArray(String[]::new)), THREADS);
  }
}

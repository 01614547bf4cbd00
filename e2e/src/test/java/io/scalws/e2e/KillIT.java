package io.scalws.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What clients notice when a process is killed under load, and how the host recovers. */
class KillIT {
  private static final Duration RECOVERY = Duration.ofSeconds(20);
  private static final int WORKERS = 8;

  private int port;
  private Host host;

  @BeforeEach
  void start() throws IOException {
    port = Host.freePort();
    host =
        Host.start(
            Specifications.runtime(
                2,
                List.of(Specifications.https("https", "*", port)),
                List.of(Specifications.hello())));
  }

  @AfterEach
  void stop() {
    if (host != null) {
      host.close();
    }
  }

  @Test
  void aKilledInstanceTakesOnlyItsOwnConnectionsAndComesBack() throws IOException {
    JsonNode before = host.status();
    List<CompletableFuture<JsonNode>> loads = List.of(load("h1"), load("h2"), load("h3"));
    awaitRequests(3 * WORKERS);
    JsonNode victim = withMostConnections(host.status(), "http3");
    kill(victim.get("pid").asLong());
    for (CompletableFuture<JsonNode> load : loads) {
      JsonNode result = load.join();
      // Each worker has one connection and one request at a time. A connection that was being
      // made may fail besides.
      int handshakes = result.get("failed").path("handshake").asInt();
      assertThat(failed(result) - handshakes).as(result.toString()).isLessThanOrEqualTo(WORKERS);
      assertThat(result.get("ok").asInt()).as(result.toString()).isPositive();
    }
    // RFC 9000 section 10.3: clients learn by a stateless reset, not by their idle timeout. Before
    // the end of its handshake a client knows no token, so no reset can tell it anything.
    JsonNode h3 = loads.get(2).join();
    assertThat(h3.get("failed").fieldNames())
        .toIterable()
        .as("%s%s", h3, DemuxMetrics.of(host, port))
        .contains("stateless_reset")
        .isSubsetOf("stateless_reset", "handshake");
    Host.await(
        "second instance",
        RECOVERY,
        () ->
            readyInstances().size() == 2 && !readyInstances().contains(victim.get("pid").asLong()));
    assertThat(inodes(host.status())).isEqualTo(inodes(before));
  }

  @Test
  void aKilledDemultiplexerFailsNoRequestOfEstablishedConnections() {
    JsonNode before = host.status();
    CompletableFuture<JsonNode> load = load("h3");
    awaitRequests(WORKERS);
    long pid = before.get("quicLb").get("pid").asLong();
    kill(pid);
    JsonNode result = load.join();
    assertThat(result.get("failed")).as(result.toString()).isEmpty();
    Host.await(
        "another quic-lb",
        RECOVERY,
        () -> {
          JsonNode now = host.status().get("quicLb");
          return now.get("state").asText().equals("Serving") && now.get("pid").asLong() != pid;
        });
    assertThat(inodes(host.status())).isEqualTo(inodes(before));
  }

  private CompletableFuture<JsonNode> load(String protocol) {
    return CompletableFuture.supplyAsync(
        () ->
            Clients.traffic(
                "-proto",
                protocol,
                "-ca",
                Certificates.authority(),
                "-n",
                "0",
                "-d",
                "10s",
                "-c",
                String.valueOf(WORKERS),
                "-pause",
                "5ms",
                // Longer than the pauses between a client's probes on a busy machine: a client
                // learns with the first probe that it sends after the death.
                "-ping",
                "1s",
                "-idle-timeout",
                "60s",
                "-timeout",
                "60s",
                "https://localhost:" + port + "/hello"),
        // The common pool may have one thread only, and the loads must run side by side.
        task -> Thread.ofVirtual().start(task));
  }

  private void awaitRequests(int connections) {
    Host.await(
        "load",
        Duration.ofSeconds(20),
        () -> {
          int open = 0;
          for (JsonNode instance : host.status().get("instances")) {
            for (JsonNode count : instance.get("connections")) {
              open += count.asInt();
            }
          }
          return open >= connections;
        });
  }

  private static JsonNode withMostConnections(JsonNode status, String protocol) {
    return StreamSupport.stream(status.get("instances").spliterator(), false)
        .max(Comparator.comparingInt(each -> each.get("connections").get(protocol).asInt()))
        .orElseThrow();
  }

  private List<Long> readyInstances() {
    List<Long> pids = new ArrayList<>();
    for (JsonNode instance : host.status().get("instances")) {
      if (instance.get("state").asText().equals("Ready")) {
        pids.add(instance.get("pid").asLong());
      }
    }
    return pids;
  }

  private static List<String> inodes(JsonNode status) {
    return StreamSupport.stream(status.get("sockets").spliterator(), false)
        .map(socket -> socket.get("identity").asText() + "=" + socket.get("inode").asLong())
        .sorted()
        .toList();
  }

  private static int failed(JsonNode result) {
    int failed = 0;
    for (JsonNode count : result.get("failed")) {
      failed += count.asInt();
    }
    return failed;
  }

  private static void kill(long pid) {
    assertThat(ProcessHandle.of(pid).map(ProcessHandle::destroyForcibly)).contains(true);
  }
}

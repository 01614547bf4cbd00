package io.scalws.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.scalws.agent.AgentHost.Result;
import io.scalws.agent.fake.BrokenInstance;
import io.scalws.link.MessageSocket;
import io.scalws.protocol.message.AgentMessage.Hello;
import io.scalws.protocol.message.AgentMessage.RefusalReason;
import io.scalws.protocol.message.AgentMessage.Refused;
import io.scalws.protocol.message.AgentMessage.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent with real sockets and processes; only what the children do with them is faked. */
class NodeAgentIT {
  @TempDir Path folder;
  private AgentHost host;
  private int http;
  private int https;

  @BeforeEach
  void prepare() throws IOException {
    host = new AgentHost(folder);
    http = AgentHost.freePort();
    https = AgentHost.freePort();
  }

  @AfterEach
  void stop() {
    host.close();
  }

  private String specification(String body, String... more) {
    return """
    apiVersion: scalws.io/v1alpha1
    kind: ScalwsRuntime
    metadata: {name: web}
    spec:
      instancesPerNode: {min: 2, max: 3}
      listeners:
        - {name: http, address: 127.0.0.1, port: %d, protocol: HTTP}
        - {name: https, address: 127.0.0.1, port: %d, protocol: HTTPS, tls: {selfSigned: true}, http3: {enabled: true}}
      routes:
        - {respond: {body: "%s"}}
    %s
    """
        .formatted(http, https, body, String.join("\n", more));
  }

  private static Map<String, Long> inodes(JsonNode status) {
    Map<String, Long> inodes = new TreeMap<>();
    status
        .get("sockets")
        .forEach(each -> inodes.put(each.get("identity").asText(), each.get("inode").asLong()));
    return inodes;
  }

  private static List<Integer> pids(JsonNode status) {
    List<Integer> pids = new ArrayList<>();
    status.get("instances").forEach(each -> pids.add(each.get("pid").asInt()));
    return pids;
  }

  private static List<String> states(JsonNode status) {
    List<String> states = new ArrayList<>();
    status.get("instances").forEach(each -> states.add(each.get("state").asText()));
    return states;
  }

  private JsonNode status() {
    try {
      return host.status();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void kill(int pid) {
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
  }

  @Test
  void itServesReloadsAndStops() throws Exception {
    Process agent = host.write(specification("one")).ready();
    assertThat(host.out().lines())
        .containsExactly(
            "http://127.0.0.1:" + http + "/", "https://127.0.0.1:" + https + "/", "ready");
    JsonNode first = status();
    assertThat(inodes(first))
        .containsOnlyKeys(
            "tcp/127.0.0.1:" + http, "tcp/127.0.0.1:" + https, "udp/127.0.0.1:" + https);
    assertThat(states(first)).containsExactly("Ready", "Ready");

    assertThat(host.tell("apply", host.file().toString()).exit()).isZero();
    assertThat(pids(status())).isEqualTo(pids(first));

    host.write(specification("two"));
    host.await("generation 2", () -> status().get("activeGeneration").asInt() == 2);
    host.await("the old ones to leave", () -> status().get("instances").size() == 2);
    JsonNode second = status();
    assertThat(inodes(second)).isEqualTo(inodes(first));
    assertThat(pids(second)).doesNotContainAnyElementsOf(pids(first));
    assertThat(second.get("lastRollout").get("outcome").asText()).isEqualTo("Committed");

    assertThat(host.tell("stop").exit()).isZero();
    AgentHost.end(agent);
    assertThat(agent.exitValue()).isZero();
    assertThat(pids(second)).allMatch(pid -> ProcessHandle.of(pid).isEmpty());
    new ServerSocket(http, 1, InetAddress.ofLiteral("127.0.0.1")).close();
  }

  @Test
  void aSpecificationThatNoInstanceReadsDifferentlyIsRaisedInPlace() throws IOException {
    host.write(specification("one")).ready();
    JsonNode first = status();
    host.write(specification("one", "  scaling: {mode: Fixed}"));
    Result applied = host.tell("apply", host.file().toString());
    assertThat(applied.exit()).as(applied.toString()).isZero();
    JsonNode second = status();
    assertThat(second.get("activeGeneration").asInt()).isEqualTo(2);
    assertThat(second.get("instances").findValues("generation").toString()).isEqualTo("[2, 2]");
    assertThat(pids(second)).isEqualTo(pids(first));
  }

  @Test
  void aGenerationWhosePortIsTakenChangesNothing() throws IOException {
    host.write(specification("one")).ready();
    JsonNode first = status();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      int free = AgentHost.freePort();
      int before = http;
      http = taken.getLocalPort();
      https = free;
      // Not the file that the agent watches: it might look at it when the port is free again.
      Result result = host.tell("apply", host.otherFile(specification("one")).toString());
      assertThat(result.exit()).as(result.toString()).isEqualTo(3);
      assertThat(result.err())
          .contains(
              "listener \"http\": cannot bind tcp/127.0.0.1:"
                  + http
                  + ": EADDRINUSE (address already in use) by pid "
                  + ProcessHandle.current().pid()
                  + " (java)");
      // What was bound before the failure is free again.
      new ServerSocket(free, 1, InetAddress.ofLiteral("127.0.0.1")).close();
      http = before;
    }
    assertThat(inodes(status())).isEqualTo(inodes(first));
    assertThat(pids(status())).isEqualTo(pids(first));
  }

  @Test
  void anInstanceThatDiesIsReplacedAndTheSocketsStay() throws IOException {
    host.write(specification("one")).ready();
    JsonNode first = status();
    kill(pids(first).getFirst());
    host.await(
        "two instances",
        () -> {
          JsonNode now = status();
          return states(now).equals(List.of("Ready", "Ready"))
              && !pids(now).contains(pids(first).getFirst());
        });
    assertThat(inodes(status())).isEqualTo(inodes(first));
    assertThat(status().get("instances").findValues("serverId"))
        .doesNotContain(first.get("instances").get(0).get("serverId"));
  }

  @Test
  void anInstanceThatHangsIsKilledAndReplaced() throws IOException {
    host.write(specification("one")).ready();
    int hung = pids(status()).getFirst();
    Files.createFile(host.state().resolve("silent-web-1"));
    host.await("its end", () -> ProcessHandle.of(hung).isEmpty());
    Files.delete(host.state().resolve("silent-web-1"));
    host.await("two instances", () -> states(status()).equals(List.of("Ready", "Ready")));
    assertThat(host.tell("events").out()).contains("silent for 10 s");
  }

  @Test
  void anInstanceThatCannotStartDegradesTheRuntimeWithItsLastWords() throws IOException {
    host.withInstance(BrokenInstance.class).write(specification("one")).begin();
    host.await("an agent", () -> Files.exists(host.state().resolve("control.sock")));
    host.await(
        "Degraded",
        () -> status().get("conditions").toString().contains("the flux capacitor is missing"));
    assertThat(host.out()).doesNotContain("ready");
  }

  @Test
  void aKilledAgentIsReplacedWithoutBindingAnythingAgain() throws Exception {
    Process agent = host.write(specification("one")).ready();
    JsonNode first = status();
    agent.destroyForcibly();
    AgentHost.end(agent);
    Result dead = host.tell("status");
    assertThat(dead.exit()).isEqualTo(1);
    assertThat(dead.err()).contains("no agent answers");
    assertThat(pids(first)).allMatch(pid -> ProcessHandle.of(pid).isPresent());

    host.ready();
    JsonNode second = status();
    assertThat(inodes(second)).isEqualTo(inodes(first));
    assertThat(pids(second)).isEqualTo(pids(first));
    assertThat(second.get("quicLb").get("pid")).isEqualTo(first.get("quicLb").get("pid"));
    assertThat(second.get("activeGeneration").asInt()).isEqualTo(1);
    assertThat(second.get("instances").findValues("serverId"))
        .isEqualTo(first.get("instances").findValues("serverId"));
    kill(pids(second).getFirst());
    host.await(
        "a replacement with the adopted sockets",
        () ->
            states(status()).equals(List.of("Ready", "Ready"))
                && !pids(status()).contains(pids(first).getFirst()));
    assertThat(inodes(status())).isEqualTo(inodes(first));
  }

  @Test
  void scaleRestartAndDrainWorkByHand() throws IOException {
    host.write(specification("one")).ready();
    assertThat(host.tell("scale", "4").exit()).isEqualTo(2);
    assertThat(host.tell("scale", "3").exit()).isZero();
    host.await("three", () -> states(status()).equals(List.of("Ready", "Ready", "Ready")));
    assertThat(host.tell("scale", "auto").exit()).isZero();
    host.await("two", () -> status().get("instances").size() == 2);
    List<Integer> before = pids(status());
    Result restarted = host.tell("restart");
    assertThat(restarted.exit()).as(restarted.toString()).isZero();
    assertThat(pids(status())).doesNotContainAnyElementsOf(before);
    String id = status().get("instances").get(0).get("id").asText();
    assertThat(host.tell("drain", id).exit()).isZero();
    host.await(
        "another instead",
        () -> {
          JsonNode now = status();
          return states(now).equals(List.of("Ready", "Ready"))
              && !now.get("instances").findValuesAsText("id").contains(id);
        });
    assertThat(host.tell("drain", "web-x").exit()).isEqualTo(2);
  }

  @Test
  void everyDatagramGoesToTheReaderAndAForeignBinderIsRefused() throws IOException {
    host.write(specification("one")).ready();
    assertThatThrownBy(
            () ->
                new DatagramSocket(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), https))
                    .close())
        .isInstanceOf(BindException.class);
  }

  @Test
  void aGenerationThatNeverBecomesReadyIsRolledBack() throws IOException {
    host.write(specification("one")).ready();
    JsonNode first = status();
    Files.createFile(host.state().resolve("never-ready"));
    Path next = folder.resolve("next.yaml");
    Files.writeString(next, specification("two", "  rollout: {progressDeadline: 3s}"));
    Result result = host.tell("apply", next.toString());
    assertThat(result.exit()).as(result.toString()).isEqualTo(4);
    assertThat(result.err()).contains("generation 1 serves on");
    host.await("the new one to leave", () -> status().get("instances").size() == 2);
    JsonNode after = status();
    assertThat(after.get("activeGeneration").asInt()).isEqualTo(1);
    assertThat(pids(after)).isEqualTo(pids(first));
    assertThat(inodes(after)).isEqualTo(inodes(first));
    assertThat(after.get("lastRollout").get("outcome").asText()).isEqualTo("RolledBack");

    Files.delete(host.state().resolve("never-ready"));
    Files.writeString(next, specification("three"));
    assertThat(host.tell("apply", next.toString()).exit()).isZero();
  }

  @Test
  void aProcessThatTheAgentDidNotStartGetsNothing() throws IOException {
    host.write(specification("one")).ready();
    try (MessageSocket socket = MessageSocket.connect(host.state().resolve("agent.sock"))) {
      socket.send(new Hello(Role.INSTANCE, "web-1", 0, Optional.empty(), "", List.of()), List.of());
      assertThat(socket.receive())
          .isEqualTo(
              new MessageSocket.Received.Message(
                  new Refused(
                      RefusalReason.UNKNOWN_PEER,
                      "pid " + ProcessHandle.current().pid() + " was not started here",
                      Duration.ZERO),
                  List.of()));
    }
    assertThat(host.tell("events").out()).contains("Refused");
  }
}

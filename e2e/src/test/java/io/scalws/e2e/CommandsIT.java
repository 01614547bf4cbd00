package io.scalws.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.scalws.e2e.Commands.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The command line against a running agent. */
class CommandsIT {
  private static final Duration LIMIT = Duration.ofSeconds(40);

  private int port;
  private Host host;

  @BeforeEach
  void start() throws IOException {
    port = Host.freePort();
    host = Host.start(specification(2, "hello"));
  }

  @AfterEach
  void stop() {
    if (host != null) {
      host.close();
    }
  }

  private String specification(int instances, String text) {
    return Specifications.runtime(
        instances,
        List.of(Specifications.https("https", "*", port)),
        List.of(
            "{matches: [{path: {type: Exact, value: /}}], respond: {statusCode: 200, body: \"%s\"}}"
                .formatted(text)));
  }

  private String answer(String option) {
    return Clients.curl(
            option, "--cacert", Certificates.authority(), "https://localhost:" + port + "/")
        .succeeded()
        .out();
  }

  private List<String> readyInstances() {
    return StreamSupport.stream(host.status().get("instances").spliterator(), false)
        .filter(instance -> instance.get("state").asText().equals("Ready"))
        .map(instance -> instance.get("id").asText())
        .toList();
  }

  @Test
  void runPrintsTheUrlsBeforeReady() {
    assertThat(host.out().lines().toList())
        .anyMatch(line -> line.contains("https://") && line.contains(":" + port))
        .last()
        .isEqualTo("ready");
  }

  @Test
  void statusHasTheAgreedFields() {
    JsonNode status = host.status();
    assertThat(status.get("runtime").asText()).isEqualTo("default/web");
    assertThat(status.get("activeGeneration").asLong()).isEqualTo(1);
    assertThat(status.get("agent").get("pid").asLong()).isEqualTo(host.agentPid());
    assertThat(status.get("quicLb").get("state").asText()).isEqualTo("Serving");
    assertThat(status.get("sockets").findValuesAsText("identity"))
        .contains("tcp/0.0.0.0:" + port, "udp/0.0.0.0:" + port)
        .contains("tcp/[::]:" + port, "udp/[::]:" + port);
    assertThat(status.get("sockets").findValuesAsText("state")).containsOnly("Active");
    assertThat(status.get("instances")).hasSize(2);
    assertThat(status.get("conditions").findValuesAsText("type")).contains("Ready");
    assertThat(host.command("status").succeeded().out()).contains("web-");
    assertThat(Clients.parse(host.command("status", "-o", "json").succeeded().out()).get("runtime"))
        .isEqualTo(status.get("runtime"));
  }

  @Test
  void applyOfAChangedRouteReplacesTheInstancesAndKeepsTheSockets() throws IOException {
    JsonNode before = host.status();
    Files.writeString(host.specification(), specification(2, "changed"));
    Result result = host.command("apply", host.specification().toString());
    assertThat(result.exitCode()).as(result.toString()).isZero();
    for (String option : List.of("--http1.1", "--http2", "--http3-only")) {
      assertThat(answer(option)).isEqualTo("changed");
    }
    JsonNode after = host.status();
    assertThat(after.get("activeGeneration").asLong()).isEqualTo(2);
    assertThat(after.get("sockets").findValues("inode"))
        .isEqualTo(before.get("sockets").findValues("inode"));
  }

  @Test
  void applyOfTheSameChangesNothing() {
    List<String> before = readyInstances();
    Result result = host.command("apply", host.specification().toString());
    assertThat(result.exitCode()).as(result.toString()).isZero();
    assertThat(readyInstances()).isEqualTo(before);
    assertThat(host.status().get("activeGeneration").asLong()).isEqualTo(1);
  }

  @Test
  void applyOfABadSpecificationChangesNothing() throws IOException {
    Files.writeString(host.specification(), "kind: ScalwsRuntime\n");
    assertThat(host.command("apply", host.specification().toString()).exitCode()).isEqualTo(2);
    assertThat(answer("--http3-only")).isEqualTo("hello");
  }

  @Test
  void scaleAddsAndRemovesInstances() {
    assertThat(host.command("scale", "4").exitCode()).isZero();
    Host.await("four instances", LIMIT, () -> readyInstances().size() == 4);
    assertThat(host.command("scale", "2").exitCode()).isZero();
    Host.await("two instances", LIMIT, () -> readyInstances().size() == 2);
    assertThat(host.command("scale", "99").exitCode()).isEqualTo(2);
    assertThat(answer("--http3-only")).isEqualTo("hello");
  }

  @Test
  void restartReplacesEveryInstance() {
    List<String> before = readyInstances();
    assertThat(host.command("restart").exitCode()).isZero();
    Host.await(
        "two new instances",
        LIMIT,
        () ->
            readyInstances().size() == 2 && readyInstances().stream().noneMatch(before::contains));
  }

  @Test
  void eventsTellWhatHappened() {
    assertThat(host.command("scale", "3").exitCode()).isZero();
    assertThat(host.command("events").succeeded().out()).containsIgnoringCase("scale");
  }

  @Test
  void aSecondAgentOnTheSameStateDirectoryIsRefused() {
    Result result =
        Commands.run(
            LIMIT,
            Host.scalws(),
            "run",
            host.specification().toString(),
            "--state-dir",
            host.folder().resolve("state").toString());
    assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
    assertThat(result.err()).contains(String.valueOf(host.agentPid()));
    assertThat(answer("--http2")).isEqualTo("hello");
  }
}

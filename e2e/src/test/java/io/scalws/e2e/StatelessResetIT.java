package io.scalws.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A client of aioquic whose instance was killed gets a reset with the token that it knows, for the
 * first packet that it sends once the death is known, whichever of its connection ids it uses.
 */
class StatelessResetIT {
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

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void oneForTheFirstPacket(boolean nextId) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Clients.path("python-aioquic"),
                "clients/python/reset.py",
                "--ca",
                Certificates.authority(),
                "127.0.0.1",
                String.valueOf(port)));
    if (nextId) {
      command.add(2, "--next-id");
    }
    Process client =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader out = client.inputReader()) {
      String owner = out.readLine();
      assertThat(probe(client, out)).as("while %s lives", owner).isEqualTo("other");
      long pid = pidOf(owner);
      assertThat(ProcessHandle.of(pid).map(ProcessHandle::destroyForcibly)).contains(true);
      Host.await(
          "notice of the death", Duration.ofSeconds(20), () -> pidOf(owner) != pid && isKnown());
      assertThat(probe(client, out)).as("after the death of %s", owner).isEqualTo("reset");
    } finally {
      client.destroyForcibly();
    }
  }

  private static String probe(Process client, BufferedReader out) throws IOException {
    client.getOutputStream().write('\n');
    client.getOutputStream().flush();
    return out.readLine();
  }

  private boolean isKnown() {
    return host.status().get("quicLb").get("state").asText().equals("Serving");
  }

  /** Zero while there is no such instance. */
  private long pidOf(String id) {
    for (JsonNode instance : host.status().get("instances")) {
      if (instance.get("id").asText().equals(id)) {
        return instance.path("pid").asLong();
      }
    }
    return 0;
  }
}

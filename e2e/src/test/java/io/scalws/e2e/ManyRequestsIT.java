package io.scalws.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ten thousand requests per protocol over four instances, and not one of them fails. */
class ManyRequestsIT {
  private static int port;
  private static Host host;

  @BeforeAll
  static void start() throws IOException {
    port = Host.freePort();
    host =
        Host.start(
            Specifications.runtime(
                4,
                List.of(Specifications.https("https", "*", port)),
                List.of(Specifications.hello())));
  }

  @AfterAll
  static void stop() {
    if (host != null) {
      host.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"h1", "h2", "h3"})
  void noneFailsAndEveryInstanceAnswers(String protocol) {
    JsonNode kept = load(protocol, false, 8000);
    JsonNode fresh = load(protocol, true, 2000);
    Set<String> instances = new TreeSet<>();
    kept.get("instances").fieldNames().forEachRemaining(instances::add);
    fresh.get("instances").fieldNames().forEachRemaining(instances::add);
    assertThat(instances).as(kept + " " + fresh).hasSize(4);
  }

  private static JsonNode load(String protocol, boolean fresh, int requests) {
    JsonNode result =
        Clients.traffic(
            "-proto",
            protocol,
            "-fresh=" + fresh,
            "-ca",
            Certificates.authority(),
            "-n",
            String.valueOf(requests),
            "-c",
            "32",
            "-expect-bytes",
            "6",
            "https://localhost:" + port + "/hello");
    assertThat(result.get("ok").asInt()).as(result.toString()).isEqualTo(requests);
    assertThat(result.get("failed")).as(result.toString()).isEmpty();
    return result;
  }
}

package io.scalws.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
  @CsvSource({
    "h1, false, 8000", "h1, true, 2000",
    "h2, false, 8000", "h2, true, 2000",
    "h3, false, 8000", "h3, true, 2000"
  })
  void noneFailsAndEveryInstanceAnswers(String protocol, boolean fresh, int requests) {
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
    assertThat(result.get("instances")).as(result.toString()).hasSize(4);
  }
}

package io.scalws.agent.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HostFactsTest {

  @Test
  void theBootIsNamedByTheWholeIdAndNotByItsFirstDigit() {
    assertThat(HostFacts.bootId()).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  }

  @Test
  void aWarningQuotesTheWholeNumber() throws Exception {
    String limit = Files.readAllLines(Path.of("/proc/sys/net/core/rmem_max")).getFirst();
    HostFacts.lowLimits().stream()
        .filter(warning -> warning.contains("rmem_max is"))
        .forEach(warning -> assertThat(warning).contains("rmem_max is " + limit + ","));
  }
}

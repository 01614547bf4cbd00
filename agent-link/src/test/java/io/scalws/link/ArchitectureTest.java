package io.scalws.link;

import io.scalws.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void theModuleIsOnePackageWithoutNativeCalls() {
    ArchitectureRules.of("io.scalws.link")
        .nativeCallsOnlyIn("nowhere")
        .unixSocketsOnlyIn("io.scalws.link")
        .withoutCycles("io.scalws.link")
        .honestNames();
  }
}

package io.scalws.protocol;

import io.scalws.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void theWholeModuleIsPure() {
    ArchitectureRules.of("io.scalws.protocol")
        .pure("io.scalws.protocol..")
        .nativeCallsOnlyIn("nowhere")
        .withoutCycles("io.scalws.protocol")
        .honestNames();
  }
}

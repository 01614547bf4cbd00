package io.scalws.planning;

import io.scalws.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void theWholeModuleIsPure() {
    ArchitectureRules.of("io.scalws.planning")
        .pure("io.scalws.planning..")
        .nativeCallsOnlyIn("nowhere")
        .withoutCycles("io.scalws.planning")
        .honestNames();
  }
}

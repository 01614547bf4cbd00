package io.scalws.crds;

import io.scalws.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void theWholeModuleIsPure() {
    ArchitectureRules.of("io.scalws.crds")
        .pure("io.scalws.crds..")
        .nativeCallsOnlyIn("nowhere")
        .honestNames();
  }
}

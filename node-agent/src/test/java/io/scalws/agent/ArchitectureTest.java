package io.scalws.agent;

import io.scalws.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void decisionsArePureAndTheModuleHasNoCycles() {
    ArchitectureRules.of("io.scalws.agent")
        .pure("io.scalws.agent.listen..", "io.scalws.agent.instance..")
        .nativeCallsOnlyIn("nowhere")
        .unixSocketsOnlyIn("nowhere")
        .withoutCycles("io.scalws.agent")
        .honestNames();
  }
}

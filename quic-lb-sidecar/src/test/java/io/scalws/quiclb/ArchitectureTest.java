package io.scalws.quiclb;

import io.scalws.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void routingIsPureAndNothingCallsNativeCode() {
    ArchitectureRules.of("io.scalws.quiclb")
        .pure("io.scalws.quiclb.route..")
        .nativeCallsOnlyIn("nowhere")
        .unixSocketsOnlyIn("io.scalws.quiclb.owner")
        .withoutCycles("io.scalws.quiclb")
        .honestNames();
  }
}

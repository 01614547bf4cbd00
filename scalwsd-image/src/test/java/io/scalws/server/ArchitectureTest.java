package io.scalws.server;

import io.scalws.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void decisionsArePureAndNativeCallsLiveElsewhere() {
    ArchitectureRules.of("io.scalws.server")
        .pure(
            "io.scalws.server.exchange..",
            "io.scalws.server.route..",
            "io.scalws.server.anchor..",
            "io.scalws.server.lifecycle..")
        .nativeCallsOnlyIn("nowhere")
        .unixSocketsOnlyIn("io.scalws.server.adopt")
        .withoutCycles("io.scalws.server")
        .honestNames();
  }
}

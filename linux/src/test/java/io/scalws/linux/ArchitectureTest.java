package io.scalws.linux;

import io.scalws.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void nativeCallsAndNamesAreInOrder() {
    ArchitectureRules.of("io.scalws.linux")
        .nativeCallsOnlyIn("io.scalws.linux")
        .withoutCycles("io.scalws.linux")
        .honestNames();
  }
}

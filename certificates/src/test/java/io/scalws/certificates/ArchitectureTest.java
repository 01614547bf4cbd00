package io.scalws.certificates;

import io.scalws.architecture.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void nativeCallsLiveElsewhereAndNamesAreInOrder() {
    ArchitectureRules.of("io.scalws.certificates")
        .nativeCallsOnlyIn("io.scalws.certificates")
        .withoutCycles("io.scalws.certificates")
        .honestNames();
  }
}

package io.scalws.server.patience;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FrequencyLimitTest {
  private static final long SECOND = 1_000_000_000L;

  private final FrequencyLimit limit = new FrequencyLimit(3, Duration.ofSeconds(1));

  @Test
  void allowsSoManyInAWindowThatBeginsWithTheFirst() {
    // The monotonic clock may begin anywhere and overflow.
    long start = Long.MAX_VALUE - SECOND / 2;
    assertThat(limit.allows(start)).isTrue();
    assertThat(limit.allows(start + 1)).isTrue();
    assertThat(limit.allows(start + SECOND - 1)).isTrue();
    assertThat(limit.allows(start + SECOND - 1)).isFalse();
    assertThat(limit.allows(start + SECOND)).isTrue();
  }
}

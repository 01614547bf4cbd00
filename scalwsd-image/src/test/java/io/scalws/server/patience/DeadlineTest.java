package io.scalws.server.patience;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeadlineTest {
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final AtomicInteger expirations = new AtomicInteger();
  private final Deadline deadline = new Deadline(channel.eventLoop(), expirations::incrementAndGet);

  @BeforeEach
  void freeze() {
    channel.freezeTime();
  }

  private int after(int millis) {
    channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
    channel.runScheduledPendingTasks();
    return expirations.get();
  }

  @Test
  void tellsOnceOfAWaitThatLastsTooLong() {
    deadline.within(Duration.ofMillis(100));
    assertThat(after(99)).isZero();
    assertThat(after(1)).isEqualTo(1);
    assertThat(after(1000)).isEqualTo(1);
  }

  @Test
  void aWaitThatBeginsAnewHasItsWholeTime() {
    deadline.within(Duration.ofMillis(100));
    after(60);
    deadline.within(Duration.ofMillis(100));
    assertThat(after(60)).isZero();
    assertThat(after(40)).isEqualTo(1);
  }

  @Test
  void aShorterWaitIsNotHeldUpByALongerOneBefore() {
    deadline.within(Duration.ofSeconds(60));
    deadline.met();
    deadline.within(Duration.ofMillis(100));
    assertThat(after(100)).isEqualTo(1);
  }

  @Test
  void whatCameInTimeOrIsGoneIsNotTold() {
    deadline.within(Duration.ofMillis(100));
    deadline.met();
    assertThat(after(200)).isZero();
    deadline.within(Duration.ofMillis(100));
    deadline.discard();
    assertThat(after(200)).isZero();
  }
}

package io.scalws.agent.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.scalws.agent.instance.Instance.Backoff;
import io.scalws.agent.instance.InstanceState.Event;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class InstanceStateTest {
  private static final Instant NOW = Instant.EPOCH;

  @ParameterizedTest
  @CsvSource({
    "STARTING, READY, READY",
    "STARTING, DRAIN, DRAINING",
    "STARTING, FAIL, FAILED",
    "READY, READY, READY",
    "READY, DRAIN, DRAINING",
    "READY, FAIL, FAILED",
    "DRAINING, READY, DRAINING",
    "DRAINING, DRAIN, DRAINING",
    "DRAINING, FAIL, FAILED",
    "FAILED, READY, FAILED",
    "FAILED, DRAIN, FAILED",
    "EXITED, STARTED, STARTING"
  })
  void anEventThatIsAllowedLeadsOn(InstanceState from, Event event, InstanceState to) {
    assertThat(from.on(event)).contains(to);
  }

  @ParameterizedTest
  @EnumSource(names = "EXITED", mode = EnumSource.Mode.EXCLUDE)
  void whateverIsAliveCanExitAndIsNotStartedTwice(InstanceState state) {
    assertThat(state.on(Event.EXIT)).contains(InstanceState.EXITED);
    assertThat(state.on(Event.STARTED)).isEmpty();
  }

  @Test
  void nothingHappensToWhatHasEndedButAStart() {
    Set<Event> others = EnumSet.complementOf(EnumSet.of(Event.STARTED));
    assertThat(others).allMatch(event -> InstanceState.EXITED.on(event).isEmpty());
  }

  @Test
  void theBackOffDoublesFromOneSecondToThirty() {
    Backoff backoff = Backoff.none(NOW);
    for (int seconds : new int[] {1, 2, 4, 8, 16, 30, 30}) {
      backoff = backoff.failed(NOW, NOW.plusSeconds(5));
      assertThat(backoff.notBefore()).isEqualTo(NOW.plusSeconds(5 + seconds));
    }
  }

  @Test
  void theBackOffBeginsAnewAfterAMinuteOfService() {
    Backoff backoff = Backoff.none(NOW);
    for (int i = 0; i < 5; i++) {
      backoff = backoff.failed(NOW, NOW);
    }
    assertThat(backoff.failed(NOW, NOW.plusSeconds(60)))
        .isEqualTo(new Backoff(1, NOW.plusSeconds(61)));
  }
}

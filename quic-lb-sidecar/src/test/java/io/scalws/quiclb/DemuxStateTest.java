package io.scalws.quiclb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DemuxStateTest {
  @Test
  void waitsForTheLockThenForTheInstancesThenReads() {
    assertThat(DemuxState.STANDBY.on(DemuxState.Event.LOCK_HELD)).contains(DemuxState.GATHERING);
    assertThat(DemuxState.GATHERING.on(DemuxState.Event.GATHERED)).contains(DemuxState.SERVING);
  }

  @Test
  void nothingElseHappens() {
    assertThat(DemuxState.STANDBY.on(DemuxState.Event.GATHERED)).isEmpty();
    assertThat(DemuxState.GATHERING.on(DemuxState.Event.LOCK_HELD)).isEmpty();
    for (DemuxState.Event event : DemuxState.Event.values()) {
      assertThat(DemuxState.SERVING.on(event)).isEmpty();
    }
  }
}

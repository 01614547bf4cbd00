package io.scalws.quiclb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoopViewTest {
  @Test
  void aLoopThatGoesRoundIsTurning() {
    LoopView view = new LoopView(() -> 0);
    view.ticked();
    assertThat(view.isTurning()).isTrue();
  }

  @Test
  void aLoopThatHangsIsNot() {
    long[] clock = {0};
    LoopView view = new LoopView(() -> clock[0]);
    view.ticked();
    clock[0] = 1_999_999_999L;
    assertThat(view.isTurning()).isTrue();
    clock[0] = 2_000_000_000L;
    assertThat(view.isTurning()).isFalse();
    view.ticked();
    assertThat(view.isTurning()).isTrue();
  }
}

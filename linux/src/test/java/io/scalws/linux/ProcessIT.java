package io.scalws.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProcessIT {
  private static final int SIGKILL = 9;

  @Test
  void aPidfdTellsTheEndOfItsProcess() throws Exception {
    Process child = new ProcessBuilder("sleep", "60").start();
    try (Pidfd pidfd = Pidfd.open((int) child.pid());
        Poller poller = Poller.open(4)) {
      assertThat(pidfd.pid()).isEqualTo((int) child.pid());
      assertThat(pidfd.hasExited()).isFalse();
      poller.watch(pidfd.fd().number(), 7);
      assertThat(poller.await(0)).isZero();

      assertThat(pidfd.signal(SIGKILL)).isTrue();
      assertThat(pidfd.awaitExit(Duration.ofSeconds(5))).isTrue();
      assertThat(poller.await(5_000)).isEqualTo(1);
      assertThat(poller.key(0)).isEqualTo(7);

      child.waitFor();
      assertThat(pidfd.signal(SIGKILL)).isFalse();
    } finally {
      child.destroyForcibly();
    }
  }

  @Test
  void nobodyHasThatPid() {
    assertThatThrownBy(() -> Pidfd.open(0x3fff_ffff))
        .hasMessage("pidfd_open(process 1073741823): ESRCH (no such process)");
  }

  @Test
  void aSocketTellsItsPeer() throws IOException {
    Fd[] ends = Messages.pair();
    try (Fd left = ends[0];
        Fd right = ends[1]) {
      int self = (int) ProcessHandle.current().pid();
      assertThat(Peer.of(left.number()).pid()).isEqualTo(self);
      try (Pidfd peer = Pidfd.ofPeer(right.number())) {
        assertThat(peer.pid()).isEqualTo(self);
        assertThat(peer.hasExited()).isFalse();
      }
    }
  }
}

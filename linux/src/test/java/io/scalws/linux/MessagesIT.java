package io.scalws.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MessagesIT {
  @Test
  void aMessageIsGatheredFromPiecesAndArrivesWhole() throws IOException {
    Fd[] ends = Messages.pair();
    try (Fd left = ends[0];
        Fd right = ends[1];
        GatherMessage message = new GatherMessage(4);
        Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocateFrom("header-payload");
      message.add(memory, 7, 7);
      message.add(memory, 0, 6);
      assertThat(message.length()).isEqualTo(13);
      assertThat(message.room()).isEqualTo(2);
      assertThat(message.send(left.number())).isEqualTo(13);

      byte[] got = new byte[20];
      assertThat(Messages.receive(right.number(), got)).isEqualTo(13);
      assertThat(new String(got, 0, 13, StandardCharsets.US_ASCII)).isEqualTo("payloadheader");
      assertThat(Messages.receive(right.number(), got)).isEqualTo(-Errno.EAGAIN.number());
    }
  }

  @Test
  void aFullReceiverCostsOnlyTheMessageThatDidNotFit() throws IOException {
    Fd[] ends = Messages.pair();
    try (Fd left = ends[0];
        Fd right = ends[1]) {
      byte[] message = new byte[10_000];
      int sent = 0;
      while (Messages.send(left.number(), message) > 0) {
        sent++;
      }
      assertThat(Messages.send(left.number(), message)).isEqualTo(-Errno.EAGAIN.number());
      int received = 0;
      while (Messages.receive(right.number(), message) > 0) {
        received++;
      }
      assertThat(received).isEqualTo(sent).isPositive();
    }
  }

  @Test
  void aMessageThatDoesNotFitItsBufferIsGone() throws IOException {
    Fd[] ends = Messages.pair();
    try (Fd left = ends[0];
        Fd right = ends[1]) {
      Messages.send(left.number(), new byte[11]);
      assertThat(Messages.receive(right.number(), new byte[10]))
          .isEqualTo(-Errno.EMSGSIZE.number());
    }
  }

  @Test
  void theEndOfTheOtherSideIsSeen() throws IOException {
    Fd[] ends = Messages.pair();
    try (Fd left = ends[0];
        Poller poller = Poller.open(4);
        Wakeup wakeup = Wakeup.open()) {
      poller.watch(left.number(), 42);
      poller.watch(wakeup.fd().number(), 43);
      assertThat(poller.await(0)).isZero();

      wakeup.signal();
      wakeup.signal();
      assertThat(poller.await(1_000)).isEqualTo(1);
      assertThat(poller.key(0)).isEqualTo(43);
      assertThat(poller.isHungUp(0)).isFalse();
      wakeup.reset();
      wakeup.reset();
      assertThat(poller.await(0)).isZero();

      ends[1].close();
      assertThat(poller.await(1_000)).isEqualTo(1);
      assertThat(poller.key(0)).isEqualTo(42);
      assertThat(poller.isHungUp(0)).isTrue();
      assertThat(Messages.receive(left.number(), new byte[1])).isZero();
      assertThat(Messages.send(left.number(), new byte[1])).isEqualTo(-Errno.EPIPE.number());

      poller.forget(left.number());
      assertThat(poller.await(0)).isZero();
    }
  }
}

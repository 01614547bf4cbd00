package io.scalws.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.scalws.link.MessageSocket.Received;
import io.scalws.linux.Fd;
import io.scalws.linux.Memfd;
import io.scalws.protocol.message.AgentMessage.Draining;
import io.scalws.protocol.message.AgentMessage.HandedBack;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.newsclub.net.unix.AFSocketType;
import org.newsclub.net.unix.AFUNIXDatagramSocket;
import org.newsclub.net.unix.AFUNIXSocketAddress;

class MessageSocketIT {
  @TempDir Path folder;

  private Path path() {
    return folder.resolve("agent.sock");
  }

  @Test
  void descriptorsArriveAsDuplicatesThatTheReceiverOwns() throws IOException {
    byte[] octets = "kept".getBytes(StandardCharsets.UTF_8);
    try (MessageListener listener = MessageListener.bind(path());
        MessageSocket near = MessageSocket.connect(path());
        Fd sent = Memfd.sealed("test", octets)) {
      Received.Message received;
      try (MessageSocket far = listener.accept()) {
        near.send(new HandedBack(List.of()), List.of(sent));
        received = (Received.Message) far.receive();
      }
      assertThat(received.message()).isEqualTo(new HandedBack(List.of()));
      assertThat(received.fds()).hasSize(1);
      try (Fd ours = received.fds().getFirst()) {
        assertThat(ours.inode()).isEqualTo(sent.inode());
        assertThat(Memfd.read(ours, 100)).isEqualTo(octets);
      }
      assertThat(sent.isOpen()).isTrue();
    }
  }

  @Test
  void thePeerIsTheProcessThatConnected() throws IOException {
    try (MessageListener listener = MessageListener.bind(path());
        MessageSocket near = MessageSocket.connect(path());
        MessageSocket far = listener.accept()) {
      assertThat(far.peer().pid()).isEqualTo((int) ProcessHandle.current().pid());
      assertThat(far.peer().uid()).isEqualTo(Files.getAttribute(folder, "unix:uid"));
      near.send(new Draining(), List.of());
      assertThat(far.receive()).isEqualTo(new Received.Message(new Draining(), List.of()));
    }
  }

  @Test
  void whatIsNoMessageIsToldAndTheConnectionStays() throws IOException {
    try (MessageListener listener = MessageListener.bind(path());
        AFUNIXDatagramSocket near = AFUNIXDatagramSocket.newInstance(AFSocketType.SOCK_SEQPACKET)) {
      near.connect(AFUNIXSocketAddress.of(path()));
      try (MessageSocket far = listener.accept()) {
        near.getChannel().write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
        assertThat(far.receive()).isInstanceOf(Received.Garbled.class);
        near.getChannel().write(ByteBuffer.wrap(new byte[] {4, 5, 6}));
        assertThat(far.receive()).isInstanceOf(Received.Garbled.class);
      }
    }
  }

  @Test
  void theEndOfTheOtherEndIsToldAsSuch() throws IOException {
    try (MessageListener listener = MessageListener.bind(path());
        MessageSocket near = MessageSocket.connect(path())) {
      listener.accept().close();
      assertThatThrownBy(near::receive).isInstanceOf(EOFException.class);
    }
  }

  @Test
  void aPathThatIsTooLongIsRefusedWithTheReason() {
    assertThatThrownBy(() -> MessageListener.bind(folder.resolve("x".repeat(120))))
        .hasMessageContaining("must have fewer than 108; use a shorter --state-dir");
  }
}

package io.scalws.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UdpSocketIT {
  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "::1"})
  void everyDatagramReachesTheReaderWhoeverElseIsInTheGroup(String host) throws IOException {
    try (Fd reader = UdpSocket.bindReader(Loopback.at(host, 0));
        DatagramReceiver receiver = new DatagramReceiver(64, 0)) {
      InetSocketAddress address = SocketFacts.localAddress(reader.number());
      try (Fd first = UdpSocket.bindSendOnly(address);
          Fd second = UdpSocket.bindSendOnly(address)) {
        UdpSocket.steerToReader(reader);
        UdpSocket.lockFilter(first);
        assertThat(receivedOf(50, address, reader, receiver)).isEqualTo(50);
        assertThat(receiver.receive(first.number())).isZero();
        assertThat(receiver.receive(second.number())).isZero();
      }
      assertThat(receivedOf(50, address, reader, receiver)).isEqualTo(50);
      try (Fd late = UdpSocket.bindSendOnly(address)) {
        UdpSocket.steerToReader(reader);
        assertThat(receivedOf(50, address, reader, receiver)).isEqualTo(50);
        assertThat(receiver.receive(late.number())).isZero();
      }
    }
  }

  @Test
  void withoutTheProgramTheKernelSpreadsTheDatagrams() throws IOException {
    try (Fd reader = UdpSocket.bindReader(Loopback.at("127.0.0.1", 0));
        DatagramReceiver receiver = new DatagramReceiver(64, 0)) {
      InetSocketAddress address = SocketFacts.localAddress(reader.number());
      try (Fd other = UdpSocket.bindSendOnly(address)) {
        UdpSocket.steerToReader(reader);
        UdpSocket.stopSteering(other);
        assertThat(receivedOf(50, address, reader, receiver)).isLessThan(50);
      }
    }
  }

  @Test
  void aLockedMemberCanNotAttachAProgram() throws IOException {
    try (Fd reader = UdpSocket.bindReader(Loopback.at("127.0.0.1", 0));
        Fd member = UdpSocket.bindSendOnly(SocketFacts.localAddress(reader.number()))) {
      UdpSocket.lockFilter(member);
      assertThatThrownBy(() -> UdpSocket.steerToReader(member))
          .hasMessageContaining("SO_ATTACH_REUSEPORT_CBPF")
          .hasMessageContaining("EPERM");
      UdpSocket.steerToReader(reader);
    }
  }

  @Test
  void aReaderAloneNeedsNoProgram() throws IOException {
    try (Fd reader = UdpSocket.bindReader(Loopback.at("127.0.0.1", 0))) {
      assertThatThrownBy(() -> UdpSocket.steerToReader(reader)).hasMessageContaining("EINVAL");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "::1"})
  void anAddressThatSomeoneHoldsIsRefused(String host) throws IOException {
    try (Fd foreign = UdpSocket.bindAlone(Loopback.at(host, 0))) {
      InetSocketAddress taken = SocketFacts.localAddress(foreign.number());
      assertThatThrownBy(() -> UdpSocket.bindReader(taken))
          .hasMessageContaining("bind(udp ")
          .hasMessageContaining("EADDRINUSE");
    }
    try (Fd reader = UdpSocket.bindReader(Loopback.at(host, 0))) {
      InetSocketAddress taken = SocketFacts.localAddress(reader.number());
      assertThatThrownBy(() -> UdpSocket.bindReader(taken)).hasMessageContaining("EADDRINUSE");
    }
  }

  @Test
  void bothWildcardsOfOnePortLiveSideBySide() throws IOException {
    try (Fd ipv4 = UdpSocket.bindReader(Loopback.at("0.0.0.0", 0))) {
      int port = SocketFacts.localAddress(ipv4.number()).getPort();
      try (Fd ipv6 = UdpSocket.bindReader(Loopback.at("::", port))) {
        assertThat(SocketFacts.of(ipv6.number()).type()).isEqualTo(SocketFacts.Type.UDP);
      }
    }
  }

  @Test
  void countsWhatTheSocketHadNoRoomFor() throws IOException {
    try (Fd reader = UdpSocket.bindReader(Loopback.at("127.0.0.1", 0))) {
      assertThat(UdpSocket.drops(reader.number())).isZero();
      SocketOption.SO_RCVBUF.set(reader.number(), 4096);
      send(20, 1200, SocketFacts.localAddress(reader.number()));
      assertThat(UdpSocket.drops(reader.number())).isPositive();
    }
  }

  @Test
  void buffersGrowAndTellWhatTheyGot() throws IOException {
    try (Fd reader = UdpSocket.bindReader(Loopback.at("127.0.0.1", 0))) {
      SocketBuffers before = SocketBuffers.of(reader.number());
      SocketBuffers after = SocketBuffers.enlarge(reader, before.receive(), 0);
      assertThat(after.receive()).isGreaterThan(before.receive());
      assertThat(after.send()).isEqualTo(before.send());
    }
  }

  private static int receivedOf(
      int count, InetSocketAddress to, Fd reader, DatagramReceiver receiver) throws IOException {
    send(count, 20, to);
    int received = 0;
    int more;
    // On loopback a datagram is in its receiver's queue when the sender's call returns.
    while ((more = receiver.receive(reader.number())) > 0) {
      received += more;
    }
    return received;
  }

  /** Each from a new port, because the kernel spreads by address. */
  private static void send(int count, int length, InetSocketAddress to) throws IOException {
    for (int i = 0; i < count; i++) {
      try (DatagramSocket client = new DatagramSocket()) {
        client.send(new DatagramPacket(new byte[length], length, to));
      }
    }
  }
}

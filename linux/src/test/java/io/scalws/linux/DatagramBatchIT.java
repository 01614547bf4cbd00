package io.scalws.linux;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatagramBatchIT {
  @ParameterizedTest
  @CsvSource({"0.0.0.0,127.0.0.2", "::,::1"})
  void eachDatagramTellsSourceDestinationEcnAndInterface(String bound, String used)
      throws IOException {
    try (Fd reader = UdpSocket.bindReader(Loopback.at(bound, 0));
        DatagramReceiver receiver = new DatagramReceiver(8, 48);
        DatagramSocket client = new DatagramSocket(Loopback.at(used, 0))) {
      client.setOption(StandardSocketOptions.IP_TOS, 2);
      int port = SocketFacts.localAddress(reader.number()).getPort();
      client.send(packet("one", Loopback.at(used, port)));
      client.send(packet("second", Loopback.at(used, port)));

      assertThat(receiver.receive(reader.number())).isEqualTo(2);
      for (int i = 0; i < 2; i++) {
        assertThat(receiver.isIpv6(i)).isEqualTo(used.contains(":"));
        assertThat(receiver.source(i).getAddress()).isEqualTo(InetAddress.ofLiteral(used));
        assertThat(receiver.sourcePort(i)).isEqualTo(client.getLocalPort());
        assertThat(receiver.hasDestination(i)).isTrue();
        assertThat(address(receiver, i, true)).isEqualTo(InetAddress.ofLiteral(used));
        assertThat(address(receiver, i, false)).isEqualTo(InetAddress.ofLiteral(used));
        assertThat(receiver.interfaceIndex(i)).isPositive();
        assertThat(receiver.segmentSize(i)).isZero();
        assertThat(receiver.isTruncated(i)).isFalse();
        assertThat(receiver.ecn(i)).isEqualTo(2);
      }
      assertThat(text(receiver, 0)).isEqualTo("one");
      assertThat(text(receiver, 1)).isEqualTo("second");
      assertThat(receiver.payloadOffset(0)).isEqualTo(48);
      assertThat(receiver.receive(reader.number())).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({"0.0.0.0,127.0.0.2,127.0.0.3", "::,::1,::1"})
  void repliesLeaveFromTheChosenAddress(String bound, String server, String peer)
      throws IOException {
    try (Fd socket = UdpSocket.bindAlone(Loopback.at(bound, 0));
        DatagramSender sender = new DatagramSender(4);
        Arena arena = Arena.ofConfined();
        DatagramSocket client = new DatagramSocket(Loopback.at(peer, 0))) {
      client.setSoTimeout(2_000);
      InetSocketAddress to = Loopback.at(peer, client.getLocalPort());
      sender.add(
          arena.allocateFrom("reply").address(),
          5,
          0,
          DatagramPath.between(InetAddress.ofLiteral(server), to, 0));
      assertThat(sender.send(socket.number())).isEqualTo(1);
      assertThat(sender.pending()).isZero();

      DatagramPacket got = new DatagramPacket(new byte[100], 100);
      client.receive(got);
      assertThat(got.getAddress()).isEqualTo(InetAddress.ofLiteral(server));
      assertThat(got.getPort()).isEqualTo(SocketFacts.localAddress(socket.number()).getPort());
      assertThat(got.getLength()).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "::1"})
  void aTrainIsCutByTheKernelAndArrivesAsOneWhereTrainsAreTaken(String host) throws IOException {
    try (Fd reader = UdpSocket.bindReader(Loopback.at(host, 0));
        Fd out = UdpSocket.bindAlone(Loopback.at(host, 0));
        DatagramReceiver receiver = new DatagramReceiver(16, 0);
        DatagramSender sender = new DatagramSender(4);
        Arena arena = Arena.ofConfined()) {
      MemorySegment payload = arena.allocate(2_500);
      DatagramPath path =
          DatagramPath.between(
              InetAddress.ofLiteral(host), SocketFacts.localAddress(reader.number()), 0);

      sender.add(payload.address(), 2_500, 1_000, path);
      assertThat(sender.send(out.number())).isEqualTo(1);
      assertThat(receiver.receive(reader.number())).isEqualTo(3);
      assertThat(receiver.length(0)).isEqualTo(1_000);
      assertThat(receiver.length(2)).isEqualTo(500);

      UdpSocket.receiveTrains(reader.number(), true);
      sender.add(payload.address(), 2_500, 1_000, path);
      assertThat(sender.send(out.number())).isEqualTo(1);
      assertThat(receiver.receive(reader.number())).isEqualTo(1);
      assertThat(receiver.length(0)).isEqualTo(2_500);
      assertThat(receiver.segmentSize(0)).isEqualTo(1_000);
    }
  }

  @Test
  void aDatagramThatCanNotBeSentIsSkipped() throws IOException {
    try (Fd out = UdpSocket.bindAlone(Loopback.at("127.0.0.1", 0));
        Fd reader = UdpSocket.bindReader(Loopback.at("127.0.0.1", 0));
        DatagramReceiver receiver = new DatagramReceiver(4, 0);
        DatagramSender sender = new DatagramSender(4);
        Arena arena = Arena.ofConfined()) {
      long payload = arena.allocate(10).address();
      InetSocketAddress to = SocketFacts.localAddress(reader.number());
      for (String source : new String[] {"203.0.113.7", "127.0.0.1"}) {
        sender.add(payload, 10, 0, DatagramPath.between(InetAddress.ofLiteral(source), to, 0));
      }
      assertThat(sender.send(out.number())).isNegative();
      sender.skip();
      assertThat(sender.send(out.number())).isEqualTo(1);
      assertThat(receiver.receive(reader.number())).isEqualTo(1);
    }
  }

  @Test
  void sendingAndReceivingAllocateNothing() throws IOException {
    try (Fd reader = UdpSocket.bindReader(Loopback.at("127.0.0.1", 0));
        DatagramReceiver receiver = new DatagramReceiver(16, 0);
        DatagramSender sender = new DatagramSender(16);
        Arena arena = Arena.ofConfined()) {
      long payload = arena.allocate(100).address();
      MemorySegment addresses = arena.allocate(32);
      for (int octet : new int[] {0, 16}) {
        addresses.set(ValueLayout.JAVA_BYTE, octet, (byte) 127);
        addresses.set(ValueLayout.JAVA_BYTE, octet + 3, (byte) 1);
      }
      int port = SocketFacts.localAddress(reader.number()).getPort();
      DatagramPath path = new DatagramPath();
      ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      // The compiler decides when the steady state begins: a window without allocation must come.
      long allocated = Long.MAX_VALUE;
      for (int window = 0; window < 60 && allocated > 1_000; window++) {
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int round = 0; round < 1_000; round++) {
          for (int i = 0; i < 16; i++) {
            path.set(addresses, 0, 16, false, port, 0);
            sender.add(payload, 100, 0, path);
          }
          if (sender.send(reader.number()) != 16 || receiver.receive(reader.number()) != 16) {
            throw new AssertionError("loopback lost a datagram");
          }
          for (int i = 0; i < 16; i++) {
            receiver.copySource(i, addresses, 0);
          }
        }
        allocated = threads.getCurrentThreadAllocatedBytes() - before;
      }
      // Of 16,000 datagrams.
      assertThat(allocated).isLessThanOrEqualTo(1_000);
    }
  }

  private static InetAddress address(DatagramReceiver receiver, int i, boolean destination)
      throws IOException {
    byte[] octets = new byte[receiver.isIpv6(i) ? 16 : 4];
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(16);
      if (destination) {
        receiver.copyDestination(i, copy, 0);
      } else {
        receiver.copySource(i, copy, 0);
      }
      MemorySegment.copy(copy, ValueLayout.JAVA_BYTE, 0, octets, 0, octets.length);
    }
    return InetAddress.getByAddress(octets);
  }

  private static String text(DatagramReceiver receiver, int i) {
    byte[] octets =
        receiver
            .memory()
            .asSlice(receiver.payloadOffset(i), receiver.length(i))
            .toArray(ValueLayout.JAVA_BYTE);
    return new String(octets, StandardCharsets.US_ASCII);
  }

  private static DatagramPacket packet(String text, InetSocketAddress to) {
    byte[] octets = text.getBytes(StandardCharsets.US_ASCII);
    return new DatagramPacket(octets, octets.length, to);
  }
}

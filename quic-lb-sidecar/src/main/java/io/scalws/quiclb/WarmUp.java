package io.scalws.quiclb;

import io.scalws.linux.DatagramPath;
import io.scalws.linux.DatagramSender;
import io.scalws.linux.Fd;
import io.scalws.linux.Messages;
import io.scalws.linux.SocketFacts;
import io.scalws.linux.UdpSocket;
import io.scalws.protocol.cid.CidCodec;
import io.scalws.protocol.cid.CidKey;
import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.AgentMessage.Owners;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Runs the datagram path on packets of its own over loopback, so that it is compiled before it
 * takes over clients' sockets: cold code costs twenty times as much for a datagram.
 */
final class WarmUp {
  private static final int SOCKET = 0;
  private static final int MAX_ROUNDS = 1_200;
  private static final int DATAGRAM_OCTETS = 1_200;

  private WarmUp() {}

  /** Takes so long at most; returns how many datagrams it routed. */
  static long run(RandomGenerator random, Duration limit) throws IOException {
    ServerId alive = new ServerId(0, 1, 1);
    ServerId dead = new ServerId(0, 1, 2);
    byte[] key = new byte[CidKey.LENGTH];
    random.nextBytes(key);
    CidKey cidKey = CidKey.of(0, key);
    CidCodec codec = new CidCodec(cidKey);
    InetSocketAddress loopback = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
    Demux demux = Demux.create(random);
    Fd[] ends = Messages.pair();
    try (Fd near = ends[0];
        Fd far = ends[1];
        Fd reader = UdpSocket.bindReader(loopback);
        DatagramSender sender = new DatagramSender(8);
        Arena arena = Arena.ofConfined()) {
      UdpSocket.receiveTrains(reader.number(), true);
      demux.router().useKeys(List.of(cidKey));
      demux.owners().learn(new Owners(0, 1, 3, List.of(alive)));
      int slot = demux.owners().register(alive, List.of(SOCKET), 0).orElseThrow();
      demux.pump().outbox(slot).open(near.number());
      MemorySegment packets = packets(arena, codec, alive, dead);
      DatagramPath path =
          DatagramPath.between(loopback.getAddress(), SocketFacts.localAddress(reader.number()), 0);
      byte[] drain = new byte[1 << 17];
      long end = System.nanoTime() + limit.toNanos();
      for (int round = 0; round < MAX_ROUNDS && System.nanoTime() < end; round++) {
        for (int i = 0; i < 4; i++) {
          sender.add(packets.address() + (long) i * DATAGRAM_OCTETS, DATAGRAM_OCTETS, 0, path);
        }
        sender.add(packets.address(), 8 * DATAGRAM_OCTETS, DATAGRAM_OCTETS, path);
        while (sender.pending() > 0 && sender.send(reader.number()) > 0) {
          // Until all are out or the buffer is full.
        }
        demux.pump().move(reader.number(), SOCKET, 0);
        while (Messages.receive(far.number(), drain) > 0) {
          // The messages are of no further use.
        }
      }
    } finally {
      demux.pump().close();
    }
    return demux.counters().total();
  }

  /** Datagrams by id, an Initial, one for a reset and one of an unknown version. */
  private static MemorySegment packets(Arena arena, CidCodec codec, ServerId alive, ServerId dead) {
    MemorySegment packets = arena.allocate(8L * DATAGRAM_OCTETS);
    byte[] aliveCid = codec.encode(alive, 7);
    for (int i = 0; i < 8; i++) {
      long at = (long) i * DATAGRAM_OCTETS;
      packets.set(ValueLayout.JAVA_BYTE, at, (byte) 0x40);
      byte[] cid = i == 2 ? codec.encode(dead, 7) : aliveCid;
      MemorySegment.copy(cid, 0, packets, ValueLayout.JAVA_BYTE, at + 1, cid.length);
    }
    byte[] initial = {(byte) 0xc0, 0, 0, 0, 1, 8, 1, 2, 3, 4, 5, 6, 7, 8, 0};
    MemorySegment.copy(initial, 0, packets, ValueLayout.JAVA_BYTE, DATAGRAM_OCTETS, initial.length);
    byte[] unknown = {(byte) 0xc0, 0x1a, 0x2a, 0x3a, 0x4a, 8, 1, 2, 3, 4, 5, 6, 7, 8, 0};
    MemorySegment.copy(
        unknown, 0, packets, ValueLayout.JAVA_BYTE, 3L * DATAGRAM_OCTETS, unknown.length);
    return packets;
  }
}

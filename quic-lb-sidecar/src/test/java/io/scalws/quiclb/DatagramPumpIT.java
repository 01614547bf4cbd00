package io.scalws.quiclb;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
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
import io.scalws.quiclb.route.Outcome;
import io.scalws.quiclb.route.Packets;
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
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The datagram path between a real UDP socket and instances at real SEQPACKET sockets. */
class DatagramPumpIT {
  private static final int SOCKET = 7;
  private static final CidKey KEY = CidKey.of(1, new byte[16]);
  private static final ServerId A = new ServerId(0, 1, 1);
  private static final ServerId B = new ServerId(0, 1, 2);
  private static final ServerId DEAD = new ServerId(0, 1, 3);
  private static final byte[] CLIENT_CID = {1, 2, 3, 4, 5, 6, 7, 8};

  private final CidCodec codec = new CidCodec(KEY);
  private final List<Fd> fds = new ArrayList<>();
  private Demux demux;
  private Fd reader;
  private InetSocketAddress address;
  private DatagramSocket client;
  private FakeOwner ownerA;
  private FakeOwner ownerB;

  @BeforeEach
  void open() throws IOException {
    demux = Demux.create(new Random(1), 1024);
    demux.router().useKeys(List.of(KEY));
    demux.owners().learn(new Owners(0, 1, 10, List.of(A, B)));
    ownerA = register(A);
    ownerB = register(B);
    listen("127.0.0.1");
  }

  private void listen(String host) throws IOException {
    reader = UdpSocket.bindReader(new InetSocketAddress(InetAddress.ofLiteral(host), 0));
    fds.add(reader);
    UdpSocket.receiveTrains(reader.number(), true);
    address = SocketFacts.localAddress(reader.number());
    client = new DatagramSocket(new InetSocketAddress(InetAddress.ofLiteral(host), 0));
  }

  private FakeOwner register(ServerId id) throws IOException {
    Fd[] ends = Messages.pair();
    fds.add(ends[0]);
    fds.add(ends[1]);
    int slot = demux.owners().register(id, List.of(SOCKET), 0).orElseThrow();
    demux.pump().outbox(slot).open(ends[0].number());
    return new FakeOwner(ends[1]);
  }

  @AfterEach
  void close() {
    client.close();
    demux.pump().close();
    fds.forEach(Fd::close);
  }

  private byte[] datagramOf(ServerId id, int length) {
    return Packets.shortHeader(codec.encode(id, length), length);
  }

  private void send(byte[] datagram) throws IOException {
    client.send(new DatagramPacket(datagram, datagram.length, address));
  }

  /** On loopback a datagram is in the queue when the sender's call returns. */
  private void move() {
    while (demux.pump().move(reader.number(), SOCKET, 0) > 0) {
      // Until the socket is empty.
    }
  }

  private Map<Outcome, Long> counts() {
    Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);
    for (Outcome outcome : Outcome.values()) {
      if (demux.counters().of(outcome) > 0) {
        counts.put(outcome, demux.counters().of(outcome));
      }
    }
    return counts;
  }

  @ParameterizedTest
  @CsvSource({"0.0.0.0,127.0.0.2", "::,::1"})
  void aFrameTellsWhereItsDatagramCameFromAndWentTo(String bound, String used) throws IOException {
    client.close();
    listen(bound);
    client.close();
    client = new DatagramSocket(new InetSocketAddress(InetAddress.ofLiteral(used), 0));
    client.setOption(StandardSocketOptions.IP_TOS, 1);
    address = new InetSocketAddress(InetAddress.ofLiteral(used), address.getPort());
    byte[] datagram = datagramOf(A, 60);
    send(datagram);
    move();

    FakeOwner.Frame frame = ownerA.frames().getFirst();
    assertThat(frame.payload()).isEqualTo(datagram);
    assertThat(frame.socket()).isEqualTo(SOCKET);
    assertThat(frame.sourcePort()).isEqualTo(client.getLocalPort());
    assertThat(frame.source()).isEqualTo(InetAddress.ofLiteral(used).getAddress());
    assertThat(frame.destination()).isEqualTo(InetAddress.ofLiteral(used).getAddress());
    assertThat(frame.isIpv6()).isEqualTo(used.contains(":"));
    assertThat(frame.ecn()).isEqualTo(1);
    assertThat(frame.segmentSize()).isZero();
    assertThat(frame.resetWanted()).isFalse();
    assertThat(counts()).containsExactly(Map.entry(Outcome.FORWARDED_BY_ID, 1L));
  }

  @Test
  void aBatchIsOneMessageForEachOwner() throws IOException {
    for (int i = 0; i < 10; i++) {
      send(datagramOf(i % 2 == 0 ? A : B, 100 + i));
    }
    move();
    List<FakeOwner.Frame> frames = FakeOwner.parse(ownerA.message());
    assertThat(frames)
        .extracting(frame -> frame.payload().length)
        .containsExactly(100, 102, 104, 106, 108);
    assertThat(ownerA.frames()).isEmpty();
    assertThat(ownerB.frames()).hasSize(5);
    assertThat(counts()).containsExactly(Map.entry(Outcome.FORWARDED_BY_ID, 10L));
  }

  @Test
  void onlyADeadIdWantsAReset() throws IOException {
    send(datagramOf(DEAD, 60));
    send(datagramOf(new ServerId(0, 1, 10), 60));
    send(Packets.handshake(codec.encode(DEAD, 1), 60));
    send(Packets.handshake(codec.encode(new ServerId(0, 1, 10), 1), 60));
    send(Packets.handshake(new byte[8], 60));
    move();
    List<FakeOwner.Frame> frames = new ArrayList<>(ownerA.frames());
    frames.addAll(ownerB.frames());
    assertThat(frames).hasSize(2).allMatch(FakeOwner.Frame::resetWanted);
    assertThat(counts())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                Outcome.FORWARDED_FOR_RESET, 2L,
                Outcome.DROPPED_UNREGISTERED, 2L,
                Outcome.DROPPED_LONG_WITHOUT_OWNER, 1L));
  }

  // ---- trains

  private void sendTrain(int segment, byte[]... datagrams) throws IOException {
    int total = 0;
    for (byte[] datagram : datagrams) {
      total += datagram.length;
    }
    try (Arena arena = Arena.ofConfined();
        DatagramSender sender = new DatagramSender(1);
        Fd out =
            UdpSocket.bindAlone(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0))) {
      MemorySegment train = arena.allocate(total);
      int at = 0;
      for (byte[] datagram : datagrams) {
        MemorySegment.copy(datagram, 0, train, ValueLayout.JAVA_BYTE, at, datagram.length);
        at += datagram.length;
      }
      sender.add(
          train.address(), total, segment, DatagramPath.between(address.getAddress(), address, 0));
      assertThat(sender.send(out.number())).isEqualTo(1);
    }
  }

  @Test
  void aTrainOfOneOwnerStaysOneFrame() throws IOException {
    sendTrain(200, datagramOf(A, 200), datagramOf(A, 200), datagramOf(A, 200), datagramOf(A, 80));
    move();
    FakeOwner.Frame frame = ownerA.frames().getFirst();
    assertThat(frame.segmentSize()).isEqualTo(200);
    assertThat(frame.payload()).hasSize(680);
    assertThat(counts()).containsExactly(Map.entry(Outcome.FORWARDED_BY_ID, 4L));
  }

  @Test
  void aTrainOfTwoOwnersIsSplitWhereTheOwnerChanges() throws IOException {
    byte[] a = datagramOf(A, 200);
    byte[] b = datagramOf(B, 200);
    byte[] lost = datagramOf(new ServerId(0, 1, 10), 200);
    byte[] last = datagramOf(A, 90);
    sendTrain(200, a, a, b, lost, b, b, last);
    move();

    List<FakeOwner.Frame> forA = ownerA.frames();
    List<FakeOwner.Frame> forB = ownerB.frames();
    assertThat(forA).extracting(frame -> frame.payload().length).containsExactly(400, 90);
    assertThat(forA).extracting(FakeOwner.Frame::segmentSize).containsExactly(200, 0);
    assertThat(forA.get(1).payload()).isEqualTo(last);
    assertThat(forB).extracting(frame -> frame.payload().length).containsExactly(200, 400);
    assertThat(forB).extracting(FakeOwner.Frame::segmentSize).containsExactly(0, 200);
    assertThat(forB.getFirst().payload()).isEqualTo(b);
    assertThat(forA.get(1).sourcePort()).isEqualTo(forB.getFirst().sourcePort());
    assertThat(counts())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(Outcome.FORWARDED_BY_ID, 6L, Outcome.DROPPED_UNREGISTERED, 1L));
  }

  // ---- owners that misbehave

  @Test
  void aSlowOwnerLosesOnlyItsOwn() throws IOException {
    byte[] toA = datagramOf(A, 1200);
    byte[] toB = datagramOf(B, 60);
    long framesOfB = 0;
    for (int round = 0; round < 200; round++) {
      for (int i = 0; i < 10; i++) {
        send(toA);
      }
      send(toB);
      move();
      framesOfB += ownerB.frames().size();
    }
    assertThat(framesOfB).isEqualTo(200);
    long lost = demux.counters().of(Outcome.DROPPED_OWNER_FULL);
    assertThat(lost).isPositive();
    assertThat(demux.counters().total()).isEqualTo(2_200);
    assertThat(demux.counters().of(Outcome.FORWARDED_BY_ID)).isEqualTo(2_200 - lost);
    assertThat(ownerA.frames()).hasSize((int) (2_000 - lost));
    assertThat(demux.pump().outbox(demux.owners().slotOf(A.toLong())).lost()).isEqualTo(lost);

    send(toA);
    move();
    assertThat(ownerA.frames()).hasSize(1);
  }

  @Test
  void whatWasOnItsWayToADeadOwnerIsCounted() throws IOException {
    ownerA.close();
    send(datagramOf(A, 60));
    send(datagramOf(B, 60));
    move();
    assertThat(ownerB.frames()).hasSize(1);
    assertThat(counts())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(Outcome.DROPPED_OWNER_GONE, 1L, Outcome.FORWARDED_BY_ID, 1L));
  }

  // ---- answers

  @ParameterizedTest
  @CsvSource({"0.0.0.0,127.0.0.2", "::,::1"})
  void unknownVersionsAreAnsweredFromTheAddressThatTheClientUsed(String bound, String used)
      throws IOException {
    client.close();
    listen(bound);
    client.close();
    client = new DatagramSocket(new InetSocketAddress(InetAddress.ofLiteral(used), 0));
    client.setSoTimeout(5_000);
    address = new InetSocketAddress(InetAddress.ofLiteral(used), address.getPort());
    send(Packets.longHeader(0xc0, 0x1a2a3a4a, CLIENT_CID, 1199));
    send(Packets.longHeader(0xc0, 0x1a2a3a4a, CLIENT_CID, 1200));
    move();

    DatagramPacket answer = new DatagramPacket(new byte[1500], 1500);
    client.receive(answer);
    assertThat(answer.getSocketAddress()).isEqualTo(address);
    String hex = HexFormat.of().formatHex(answer.getData(), 0, answer.getLength());
    assertThat(hex.substring(2)).startsWith("00000000" + "00" + "080102030405060708" + "00000001");
    assertThat(counts())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(Outcome.DROPPED_VERSION, 1L, Outcome.ANSWERED_VERSION, 1L));
  }

  // ---- whatever comes

  @Test
  void randomDatagramsOfEveryLengthHaveOneOutcomeEach() throws IOException {
    Random random = new Random(42);
    for (int length = 0; length <= 1500; length++) {
      byte[] datagram = new byte[length];
      random.nextBytes(datagram);
      send(datagram);
      if (length % 50 == 0) {
        move();
        ownerA.frames();
        ownerB.frames();
      }
    }
    move();
    assertThat(demux.counters().total()).isEqualTo(1501);
    assertThat(counts()).containsKeys(Outcome.DROPPED_MALFORMED, Outcome.DROPPED_FOREIGN_CID);
  }

  @Test
  void clientIdsOfEveryLength() throws IOException {
    for (int length = 0; length <= 60; length++) {
      send(Packets.initial(new byte[length], 1200));
    }
    move();
    assertThat(demux.counters().of(Outcome.DROPPED_CID_LENGTH)).isEqualTo(8 + 40);
    assertThat(demux.counters().total()).isEqualTo(61);
  }

  @Test
  void aFloodOfInitialsLeavesConnectionsAlone() throws IOException {
    Random random = new Random(42);
    for (int i = 0; i < 20_000; i++) {
      byte[] cid = new byte[8];
      random.nextBytes(cid);
      send(Packets.initial(cid, 1200));
      if (i % 50 == 0) {
        send(datagramOf(A, 60));
        move();
        assertThat(ownerA.frames()).anyMatch(frame -> frame.payload().length == 60);
        ownerB.frames();
      }
    }
    move();
    assertThat(demux.counters().of(Outcome.FORWARDED_BY_ID)).isEqualTo(400);
    assertThat(demux.pins().evicted()).isPositive();
    assertThat(demux.counters().total()).isEqualTo(20_400);
  }

  @Test
  void aDatagramAllocatesNothing() throws IOException {
    byte[][] datagrams = {
      datagramOf(A, 1200),
      datagramOf(B, 60),
      datagramOf(DEAD, 60),
      datagramOf(new ServerId(9, 1, 1), 60),
      Packets.initial(CLIENT_CID, 1200),
      Packets.longHeader(0xc0, 0x1a2a3a4a, CLIENT_CID, 1200),
      new byte[10],
    };
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    // The compiler decides when the steady state begins: a window without allocation must come.
    long allocated = Long.MAX_VALUE;
    for (int window = 0; window < 80 && allocated > 700; window++) {
      allocated = 0;
      for (int round = 0; round < 1_000; round++) {
        for (byte[] datagram : datagrams) {
          send(datagram);
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        demux.pump().move(reader.number(), SOCKET, 0);
        allocated += threads.getCurrentThreadAllocatedBytes() - before;
        ownerA.discard();
        ownerB.discard();
      }
    }
    // Of 7,000 datagrams.
    assertThat(allocated).isLessThanOrEqualTo(700);
  }
}

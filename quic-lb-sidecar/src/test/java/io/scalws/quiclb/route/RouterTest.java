package io.scalws.quiclb.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.scalws.protocol.cid.CidCodec;
import io.scalws.protocol.cid.CidKey;
import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.AgentMessage.Owners;
import io.scalws.protocol.quic.QuicVersion;
import io.scalws.protocol.quic.VersionNegotiation;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class RouterTest {
  private static final int SOCKET = 3;
  private static final int OTHER_SOCKET = 4;
  private static final int NODE = 5;
  private static final int BOOT = 9;
  private static final int NEXT = 100;
  private static final byte[] CLIENT_CID = {1, 2, 3, 4, 5, 6, 7, 8};
  private static final CidKey KEY = CidKey.of(2, new byte[16]);

  private final CidCodec codec = new CidCodec(KEY);
  private OwnerTable owners;
  private InitialPins pins;
  private Router router;

  @BeforeEach
  void newRouter() {
    owners = new OwnerTable();
    pins = new InitialPins(1024);
    router =
        new Router(
            owners, pins, new KeyedHash(1, 2), new VersionNegotiation(List.of(QuicVersion.V1)), 16);
    router.useKeys(List.of(KEY));
  }

  private Route route(byte[] datagram, long now) {
    return route(datagram, SOCKET, now);
  }

  private Route route(byte[] datagram, int socket, long now) {
    MemorySegment memory = MemorySegment.ofArray(datagram);
    router.begin();
    int place = router.prepare(memory, 0, datagram.length);
    router.decrypt();
    return router.toRoute(router.route(place, memory, 0, datagram.length, socket, now));
  }

  private int register(ServerId id, long now, Integer... sockets) {
    return owners.register(id, List.of(sockets), now).orElseThrow();
  }

  private static ServerId instance(int sequence) {
    return new ServerId(NODE, BOOT, sequence);
  }

  private static Route to(ServerId owner, Outcome outcome) {
    return new Route.ToOwner(owner, outcome, outcome == Outcome.FORWARDED_FOR_RESET);
  }

  private static Route drop(Outcome outcome) {
    return new Route.Drop(outcome);
  }

  // ---- every kind of id against every state of its owner

  private enum Kind {
    SHORT,
    INITIAL,
    ZERO_RTT,
    HANDSHAKE
  }

  private enum State {
    REGISTERED,
    REGISTERED_DRAINING,
    REGISTERED_BUT_DEAD_FOR_THE_AGENT,
    LIVE_NOT_REGISTERED,
    EXITED,
    OF_AN_EARLIER_BOOT,
    LIVE_OF_AN_EARLIER_BOOT,
    NOT_ALLOCATED_YET,
    OF_ANOTHER_NODE,
    AGENT_SILENT
  }

  /** The rules, written down once more and otherwise. */
  private static Route expected(Kind kind, State state, ServerId id, boolean othersServe) {
    ServerId other = instance(50);
    boolean registered = state.name().startsWith("REGISTERED");
    boolean dead = state == State.EXITED || state == State.OF_AN_EARLIER_BOOT;
    boolean placedAnew = dead || state == State.OF_ANOTHER_NODE || state == State.AGENT_SILENT;
    if (registered) {
      return to(id, Outcome.FORWARDED_BY_ID);
    }
    return switch (kind) {
      case INITIAL, ZERO_RTT -> {
        if (!placedAnew) {
          yield drop(Outcome.DROPPED_UNREGISTERED);
        }
        yield othersServe ? to(other, Outcome.FORWARDED_PLACED) : drop(Outcome.DROPPED_NO_INSTANCE);
      }
      case SHORT, HANDSHAKE -> {
        if (state == State.OF_ANOTHER_NODE) {
          yield drop(Outcome.DROPPED_FOREIGN_NODE);
        }
        if (!dead) {
          yield drop(Outcome.DROPPED_UNREGISTERED);
        }
        yield othersServe
            ? to(other, Outcome.FORWARDED_FOR_RESET)
            : drop(Outcome.DROPPED_NO_INSTANCE);
      }
    };
  }

  @TestFactory
  Stream<DynamicTest> everyKindOfIdAgainstEveryStateOfItsOwner() {
    return Stream.of(State.values())
        .flatMap(
            state ->
                Stream.of(Kind.values())
                    .flatMap(
                        kind ->
                            Stream.of(true, false)
                                .map(
                                    othersServe ->
                                        DynamicTest.dynamicTest(
                                            kind + " " + state + " othersServe=" + othersServe,
                                            () -> judge(kind, state, othersServe)))));
  }

  private void judge(Kind kind, State state, boolean othersServe) {
    newRouter();
    ServerId id =
        switch (state) {
          case OF_AN_EARLIER_BOOT, LIVE_OF_AN_EARLIER_BOOT -> new ServerId(NODE, BOOT - 1, 7);
          case NOT_ALLOCATED_YET -> instance(NEXT);
          case OF_ANOTHER_NODE -> new ServerId(NODE + 1, BOOT, 7);
          default -> instance(7);
        };
    boolean live =
        switch (state) {
          case REGISTERED, REGISTERED_DRAINING, LIVE_NOT_REGISTERED, LIVE_OF_AN_EARLIER_BOOT ->
              true;
          default -> false;
        };
    if (state != State.AGENT_SILENT) {
      owners.learn(
          new Owners(NODE, BOOT, NEXT, live ? List.of(instance(50), id) : List.of(instance(50))));
    }
    if (state == State.REGISTERED) {
      register(id, 0, SOCKET);
    } else if (state.name().startsWith("REGISTERED")) {
      register(id, 0);
    }
    if (othersServe) {
      register(instance(50), 0, SOCKET);
    }
    byte[] cid = codec.encode(id, 1234);
    byte[] datagram =
        switch (kind) {
          case SHORT -> Packets.shortHeader(cid, 60);
          case INITIAL -> Packets.initial(cid, 1200);
          case ZERO_RTT -> Packets.zeroRtt(cid, 1200);
          case HANDSHAKE -> Packets.handshake(cid, 100);
        };
    assertThat(route(datagram, 0)).isEqualTo(expected(kind, state, id, othersServe));
  }

  // ---- ids of clients

  @Test
  void aRetransmittedInitialGoesToTheSameInstanceWhateverComesAndGoes() {
    register(instance(1), 0, SOCKET);
    Route first = route(Packets.initial(CLIENT_CID, 1200), 0);
    assertThat(first).isEqualTo(to(instance(1), Outcome.FORWARDED_PLACED));
    for (int sequence = 2; sequence < 40; sequence++) {
      register(instance(sequence), 0, SOCKET);
    }
    owners.heard(owners.slotOf(instance(1).toLong()), List.of(), 0);
    // 1 + 2 + 4 + 8 s of back-off.
    for (long now : new long[] {1_000, 3_000, 7_000, 15_000}) {
      assertThat(route(Packets.initial(CLIENT_CID, 1200), now))
          .isEqualTo(to(instance(1), Outcome.FORWARDED_PINNED));
    }
    assertThat(route(Packets.zeroRtt(CLIENT_CID, 200), 16_000))
        .isEqualTo(to(instance(1), Outcome.FORWARDED_PINNED));
  }

  @Test
  void zeroRttThatOvertakesItsInitialTakesItAlong() {
    register(instance(1), 0, SOCKET);
    assertThat(route(Packets.zeroRtt(CLIENT_CID, 200), 0))
        .isEqualTo(to(instance(1), Outcome.FORWARDED_PLACED));
    assertThat(route(Packets.initial(CLIENT_CID, 1200), 5))
        .isEqualTo(to(instance(1), Outcome.FORWARDED_PINNED));
  }

  @Test
  void aPinEndsTenSecondsAfterItsLastHit() {
    register(instance(1), 0, SOCKET);
    route(Packets.initial(CLIENT_CID, 1200), 0);
    owners.heard(0, List.of(SOCKET), 20_001);
    assertThat(route(Packets.initial(CLIENT_CID, 1200), 10_001))
        .isEqualTo(to(instance(1), Outcome.FORWARDED_PLACED));
  }

  @Test
  void aPinToAnInstanceThatIsGoneIsPlacedAnew() {
    int slot = register(instance(1), 0, SOCKET);
    route(Packets.initial(CLIENT_CID, 1200), 0);
    owners.remove(slot);
    register(instance(2), 0, SOCKET);
    assertThat(route(Packets.initial(CLIENT_CID, 1200), 1))
        .isEqualTo(to(instance(2), Outcome.FORWARDED_PLACED));
  }

  @Test
  void placementIsPerSocket() {
    register(instance(1), 0, SOCKET);
    register(instance(2), 0, OTHER_SOCKET);
    assertThat(route(Packets.initial(CLIENT_CID, 1200), OTHER_SOCKET, 0))
        .isEqualTo(to(instance(2), Outcome.FORWARDED_PLACED));
    assertThat(route(Packets.initial(CLIENT_CID, 1200), SOCKET, 0))
        .isEqualTo(to(instance(1), Outcome.FORWARDED_PLACED));
  }

  @Test
  void threeMissedHeartbeatsEndPlacementButNotRouting() {
    int slot = register(instance(1), 0, SOCKET);
    byte[] cid = codec.encode(instance(1), 1);
    assertThat(route(Packets.initial(CLIENT_CID, 1200), 751))
        .isEqualTo(drop(Outcome.DROPPED_NO_INSTANCE));
    assertThat(route(Packets.shortHeader(cid, 60), 751))
        .isEqualTo(to(instance(1), Outcome.FORWARDED_BY_ID));
    owners.heard(slot, List.of(SOCKET), 751);
    assertThat(route(Packets.initial(CLIENT_CID, 1200), 752))
        .isEqualTo(to(instance(1), Outcome.FORWARDED_PLACED));
  }

  @Test
  void newConnectionsSpreadOverAllThatTakeThem() {
    for (int sequence = 1; sequence <= 4; sequence++) {
      register(instance(sequence), 0, SOCKET);
    }
    int[] got = new int[5];
    for (int i = 0; i < 4_000; i++) {
      byte[] cid = {1, 2, 3, 4, 5, 6, (byte) (i >>> 8), (byte) i};
      Route.ToOwner chosen = (Route.ToOwner) route(Packets.initial(cid, 1200), 0);
      got[chosen.owner().sequence()]++;
    }
    for (int sequence = 1; sequence <= 4; sequence++) {
      assertThat(got[sequence]).isBetween(850, 1_150);
    }
  }

  // ---- what is dropped or answered

  @Test
  void minimumSizes() {
    register(instance(1), 0, SOCKET);
    assertThat(route(Packets.initial(CLIENT_CID, 1199), 0))
        .isEqualTo(drop(Outcome.DROPPED_SMALL_INITIAL));
    assertThat(route(Packets.initial(new byte[7], 1200), 0))
        .isEqualTo(drop(Outcome.DROPPED_CID_LENGTH));
    assertThat(route(Packets.initial(new byte[21], 1200), 0))
        .isEqualTo(drop(Outcome.DROPPED_CID_LENGTH));
    assertThat(route(Packets.initial(new byte[20], 1200), 0)).isInstanceOf(Route.ToOwner.class);
    assertThat(route(Packets.zeroRtt(new byte[7], 1200), 0))
        .isEqualTo(drop(Outcome.DROPPED_CID_LENGTH));
  }

  @Test
  void versionsThatAreNotServed() {
    register(instance(1), 0, SOCKET);
    int unknown = 0x1a2a3a4a;
    assertThat(route(Packets.longHeader(0xc0, unknown, CLIENT_CID, 1200), 0))
        .isEqualTo(new Route.NegotiateVersion());
    assertThat(route(Packets.longHeader(0xc0, unknown, CLIENT_CID, 1199), 0))
        .isEqualTo(drop(Outcome.DROPPED_VERSION));
    assertThat(route(Packets.longHeader(0xd0, QuicVersion.V2.number(), CLIENT_CID, 1200), 0))
        .isEqualTo(new Route.NegotiateVersion());
    assertThat(route(Packets.longHeader(0xc0, 0, CLIENT_CID, 1200), 0))
        .isEqualTo(drop(Outcome.DROPPED_VERSION_NEGOTIATION));
  }

  @Test
  void idsOfNoKeyOfOurs() {
    register(instance(1), 0, SOCKET);
    byte[] cid = new CidCodec(CidKey.of(3, new byte[16])).encode(instance(1), 1);
    assertThat(route(Packets.shortHeader(cid, 60), 0)).isEqualTo(drop(Outcome.DROPPED_FOREIGN_CID));
    assertThat(route(new byte[17], 0)).isEqualTo(drop(Outcome.DROPPED_MALFORMED));
    assertThat(route(new byte[0], 0)).isEqualTo(drop(Outcome.DROPPED_MALFORMED));
  }

  @Test
  void idsOfTwoKeyEpochsLiveSideBySide() {
    CidKey next = CidKey.of(3, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8});
    router.useKeys(List.of(next, KEY));
    register(instance(1), 0, SOCKET);
    for (CidKey key : List.of(KEY, next)) {
      byte[] cid = new CidCodec(key).encode(instance(1), 1);
      assertThat(route(Packets.shortHeader(cid, 60), 0))
          .isEqualTo(to(instance(1), Outcome.FORWARDED_BY_ID));
    }
  }

  @Test
  void anIdIsNeverResetWhileItsInstanceIsRegistered() {
    register(instance(7), 0);
    register(instance(50), 0, SOCKET);
    owners.learn(new Owners(NODE, BOOT, NEXT, List.of(instance(50))));
    assertThat(route(Packets.shortHeader(codec.encode(instance(7), 1), 60), 0))
        .isEqualTo(to(instance(7), Outcome.FORWARDED_BY_ID));
  }
}

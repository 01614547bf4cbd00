package io.scalws.quiclb;

import io.scalws.protocol.quic.QuicVersion;
import io.scalws.protocol.quic.VersionNegotiation;
import io.scalws.quiclb.receive.DatagramCounters;
import io.scalws.quiclb.receive.DatagramPump;
import io.scalws.quiclb.route.InitialPins;
import io.scalws.quiclb.route.KeyedHash;
import io.scalws.quiclb.route.OwnerTable;
import io.scalws.quiclb.route.Router;
import java.util.List;
import java.util.random.RandomGenerator;

/** The parts of the datagram path, wired; owned by one thread. */
record Demux(
    OwnerTable owners,
    InitialPins pins,
    Router router,
    DatagramPump pump,
    DatagramCounters counters) {

  /** 1.5 MiB; 10 s of 6,500 new connections a second. */
  private static final int PINS = 1 << 16;

  /** What the instances' QUIC library speaks; a client with another version is told. */
  private static final List<QuicVersion> SERVED = List.of(QuicVersion.V1);

  static Demux create(RandomGenerator random) {
    return create(random, PINS);
  }

  static Demux create(RandomGenerator random, int pinCapacity) {
    OwnerTable owners = new OwnerTable();
    InitialPins pins = new InitialPins(pinCapacity);
    VersionNegotiation versions = new VersionNegotiation(SERVED);
    KeyedHash hash = new KeyedHash(random.nextLong(), random.nextLong());
    Router router = new Router(owners, pins, hash, versions, DatagramPump.CAPACITY);
    DatagramCounters counters = new DatagramCounters();
    return new Demux(owners, pins, router, new DatagramPump(router, versions, counters), counters);
  }
}

package io.scalws.quiclb.route;

import io.scalws.protocol.cid.CidBatch;
import io.scalws.protocol.cid.CidCodec;
import io.scalws.protocol.cid.CidKey;
import io.scalws.protocol.quic.HeaderScan;
import io.scalws.protocol.quic.PacketType;
import io.scalws.protocol.quic.VersionNegotiation;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Routes datagrams by the rules of the QUIC plane, in this order:
 *
 * <ol>
 *   <li>its id names a registered instance: that one, whatever the source address and the header;
 *   <li>an Initial or 0-RTT packet with an id that a client chose: the instance that it is pinned
 *       to, else the one that the rendezvous hash gives among those that take new connections;
 *   <li>a short header with an id that is known dead: any instance, for a stateless reset; what is
 *       merely not registered yet is dropped, or anyone could have live connections reset (RFC 9000
 *       section 21.11);
 *   <li>a version that is not served: version negotiation, for datagrams that could begin a
 *       connection; everything else is dropped.
 * </ol>
 *
 * Connection ids are decrypted together: {@link #prepare} every datagram of a batch, {@link
 * #decrypt}, then {@link #route} each.
 */
public final class Router {
  /** RFC 9000 section 14.1. */
  static final int MINIMUM_INITIAL_LENGTH = 1200;

  /** RFC 9000 section 7.2. */
  static final int MINIMUM_CLIENT_CID_LENGTH = 8;

  /** RFC 9000 section 17.2. */
  static final int MAXIMUM_CID_LENGTH = 20;

  private static final long LONG_DCID_OFFSET = 6;

  private final OwnerTable owners;
  private final InitialPins pins;
  private final KeyedHash hash;
  private final VersionNegotiation versions;
  private final int capacity;
  private final HeaderScan scan = new HeaderScan(CidCodec.CID_LENGTH);
  private CidBatch cids;
  private int owner = OwnerTable.NOBODY;

  /**
   * @param capacity datagrams that are prepared before they are routed, at most
   */
  public Router(
      OwnerTable owners,
      InitialPins pins,
      KeyedHash hash,
      VersionNegotiation versions,
      int capacity) {
    this.owners = owners;
    this.pins = pins;
    this.hash = hash;
    this.versions = versions;
    this.capacity = capacity;
    cids = new CidBatch(List.of(), capacity);
  }

  /** Replaces the keys of all epochs; between batches. */
  public void useKeys(List<CidKey> keys) {
    cids = new CidBatch(keys, capacity);
  }

  /** Begins a batch. */
  public void begin() {
    cids.clear();
  }

  /**
   * Takes note of the connection id of a datagram.
   *
   * @return what {@link #route} wants to know again
   */
  public int prepare(MemorySegment memory, long offset, int length) {
    if (length < 1 + CidCodec.CID_LENGTH) {
      return CidBatch.NOT_OURS;
    }
    if (memory.get(ValueLayout.JAVA_BYTE, offset) >= 0) {
      return cids.add(memory, offset + 1);
    }
    boolean whole =
        length >= LONG_DCID_OFFSET + CidCodec.CID_LENGTH
            && memory.get(ValueLayout.JAVA_BYTE, offset + 5) == CidCodec.CID_LENGTH;
    return whole ? cids.add(memory, offset + LONG_DCID_OFFSET) : CidBatch.NOT_OURS;
  }

  public void decrypt() {
    cids.decrypt();
  }

  /**
   * Decides about a datagram that was prepared.
   *
   * @param place what {@link #prepare} gave
   * @param socket number of the socket of arrival
   * @return what is to become of it; if forwarded, {@link #owner} tells to whom
   */
  public Outcome route(
      int place, MemorySegment memory, long offset, int length, int socket, long nowMillis) {
    owner = OwnerTable.NOBODY;
    boolean ours = place != CidBatch.NOT_OURS;
    long id = ours ? cids.serverId(place) : 0;
    if (ours) {
      owner = owners.slotOf(id);
      if (owner != OwnerTable.NOBODY) {
        return Outcome.FORWARDED_BY_ID;
      }
    }
    return switch (scan.scan(memory, offset, length)) {
      case MALFORMED -> Outcome.DROPPED_MALFORMED;
      case SHORT ->
          ours ? withoutOwner(id, memory, socket, nowMillis) : Outcome.DROPPED_FOREIGN_CID;
      case LONG -> routeLong(ours, id, memory, length, socket, nowMillis);
    };
  }

  private Outcome withoutOwner(long id, MemorySegment memory, int socket, long nowMillis) {
    return switch (owners.fate(id)) {
      case FOREIGN_NODE -> Outcome.DROPPED_FOREIGN_NODE;
      case UNKNOWN -> Outcome.DROPPED_UNREGISTERED;
      case DEAD -> {
        owner = owners.place(dcidHash(memory, socket), socket, nowMillis);
        yield owner == OwnerTable.NOBODY
            ? Outcome.DROPPED_NO_INSTANCE
            : Outcome.FORWARDED_FOR_RESET;
      }
    };
  }

  private Outcome routeLong(
      boolean ours, long id, MemorySegment memory, int length, int socket, long nowMillis) {
    if (!versions.serves(scan.version())) {
      if (scan.version() == 0) {
        return Outcome.DROPPED_VERSION_NEGOTIATION;
      }
      return versions.answers(scan, length) ? Outcome.ANSWERED_VERSION : Outcome.DROPPED_VERSION;
    }
    PacketType type = PacketType.of(scan.firstOctet(), scan.version());
    if (type == PacketType.HANDSHAKE && ours) {
      // A client may know all it needs and yet send nothing else until its handshake is confirmed.
      return withoutOwner(id, memory, socket, nowMillis);
    }
    if (type != PacketType.INITIAL && type != PacketType.ZERO_RTT) {
      return Outcome.DROPPED_LONG_WITHOUT_OWNER;
    }
    if (type == PacketType.INITIAL && length < MINIMUM_INITIAL_LENGTH) {
      return Outcome.DROPPED_SMALL_INITIAL;
    }
    if (scan.dcidLength() < MINIMUM_CLIENT_CID_LENGTH || scan.dcidLength() > MAXIMUM_CID_LENGTH) {
      return Outcome.DROPPED_CID_LENGTH;
    }
    // An id of 17 octets that a client chose at random decodes to some other node. One of this node
    // that may be alive is an instance that has yet to register: its client tries again.
    if (ours && owners.fate(id) == OwnerTable.Fate.UNKNOWN && owners.knowsNode()) {
      return Outcome.DROPPED_UNREGISTERED;
    }
    return place(memory, socket, nowMillis);
  }

  private Outcome place(MemorySegment memory, int socket, long nowMillis) {
    long dcid = dcidHash(memory, socket);
    int pin = pins.find(dcid, nowMillis);
    if (pin >= 0) {
      owner = owners.slotOf(pins.ownerAt(pin));
      if (owner != OwnerTable.NOBODY) {
        return Outcome.FORWARDED_PINNED;
      }
    }
    owner = owners.place(dcid, socket, nowMillis);
    if (owner == OwnerTable.NOBODY) {
      return Outcome.DROPPED_NO_INSTANCE;
    }
    pins.pin(dcid, owners.id(owner), nowMillis);
    return Outcome.FORWARDED_PLACED;
  }

  private long dcidHash(MemorySegment memory, int socket) {
    return hash.of(memory, scan.dcidOffset(), scan.dcidLength(), socket);
  }

  /** After a forwarded outcome: the slot of the instance. */
  public int owner() {
    return owner;
  }

  /** After {@link Outcome#ANSWERED_VERSION}: the header that is to be answered. */
  public HeaderScan header() {
    return scan;
  }

  /** The last decision as a value. */
  public Route toRoute(Outcome outcome) {
    if (outcome.isForwarded()) {
      return new Route.ToOwner(
          owners.serverId(owner), outcome, outcome == Outcome.FORWARDED_FOR_RESET);
    }
    return outcome == Outcome.ANSWERED_VERSION
        ? new Route.NegotiateVersion()
        : new Route.Drop(outcome);
  }
}

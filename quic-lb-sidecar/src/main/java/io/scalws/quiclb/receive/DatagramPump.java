package io.scalws.quiclb.receive;

import io.scalws.linux.DatagramReceiver;
import io.scalws.protocol.message.DatagramFrame;
import io.scalws.protocol.quic.VersionNegotiation;
import io.scalws.quiclb.route.Outcome;
import io.scalws.quiclb.route.OwnerTable;
import io.scalws.quiclb.route.Router;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Moves one batch: receive, route, forward. A train of datagrams stays one frame as far as its
 * datagrams belong to one instance: the kernel merges by address, and one client socket may carry
 * connections of two instances.
 */
public final class DatagramPump implements AutoCloseable {
  /** Datagrams or trains that one call receives. */
  public static final int BATCH = 64;

  /** The kernel makes no longer trains (UDP_MAX_SEGMENTS; GRO makes 64). */
  static final int MAX_SEGMENTS = 128;

  /** Datagrams of one batch at most; what a {@link Router} must have room for. */
  public static final int CAPACITY = BATCH * MAX_SEGMENTS;

  // A header fits before each payload; 192 keeps payloads on a cache line of their own.
  private static final int HEADROOM = 192;

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final Router router;
  private final DatagramCounters counters;
  private final VersionAnswer versionAnswer;
  private final Outbox[] outboxes = new Outbox[OwnerTable.CAPACITY];
  private final DatagramReceiver receiver = new DatagramReceiver(BATCH, HEADROOM);
  private final Arena arena = Arena.ofShared();
  // Headers of frames that begin inside a train, where no headroom is.
  private final MemorySegment headers =
      arena.allocate((long) CAPACITY * DatagramFrame.HEADER_LENGTH, 8);
  private final int[] places = new int[CAPACITY];
  private final int[] touched = new int[OwnerTable.CAPACITY];
  private int touchedCount;
  private int headerCount;

  // The frame that is growing: datagrams of one train for one instance.
  private int runOwner;
  private boolean runReset;
  private long runStart;
  private int runLength;
  private int runDatagrams;
  private final int[] runCounts = new int[Outcome.forwardedCount()];

  public DatagramPump(Router router, VersionNegotiation versions, DatagramCounters counters) {
    this.router = router;
    this.counters = counters;
    versionAnswer = new VersionAnswer(versions);
  }

  /** Where the datagrams for a slot of the owner table go. */
  public Outbox outbox(int slot) {
    if (outboxes[slot] == null) {
      outboxes[slot] = new Outbox();
    }
    return outboxes[slot];
  }

  /**
   * Moves one batch from a socket.
   *
   * @param socket its number
   * @return datagrams and trains received: fewer than {@link #BATCH} when the socket is empty;
   *     negative errno on failure
   */
  public int move(int fd, int socket, long nowMillis) {
    int items = receiver.receive(fd);
    if (items <= 0) {
      return items;
    }
    router.begin();
    prepare(items);
    router.decrypt();
    touchedCount = 0;
    headerCount = 0;
    int datagram = 0;
    for (int item = 0; item < items; item++) {
      if (isWhole(item)) {
        datagram = forward(item, datagram, fd, socket, nowMillis);
      }
    }
    for (int i = 0; i < touchedCount; i++) {
      Outbox outbox = outboxes[touched[i]];
      if (!outbox.isEmpty()) {
        outbox.send(counters);
      }
    }
    return items;
  }

  private void prepare(int items) {
    MemorySegment memory = receiver.memory();
    int datagram = 0;
    for (int item = 0; item < items; item++) {
      int length = receiver.length(item);
      int step = step(item);
      if (!isWhole(item)) {
        counters.add(Outcome.DROPPED_CUT, Math.max(1, (length + step - 1) / step));
        continue;
      }
      long start = receiver.payloadOffset(item);
      int at = 0;
      do {
        places[datagram++] = router.prepare(memory, start + at, Math.min(step, length - at));
        at += step;
      } while (at < length);
    }
  }

  /** Octets from one datagram of an item to the next. */
  private int step(int item) {
    int segment = receiver.segmentSize(item);
    return segment > 0 ? segment : Math.max(1, receiver.length(item));
  }

  private boolean isWhole(int item) {
    return !receiver.isTruncated(item)
        && receiver.hasDestination(item)
        && receiver.length(item) <= (long) step(item) * MAX_SEGMENTS;
  }

  /** Routes the datagrams of an item and returns the index of the next item's first one. */
  private int forward(int item, int firstDatagram, int fd, int socket, long nowMillis) {
    MemorySegment memory = receiver.memory();
    int length = receiver.length(item);
    int step = step(item);
    long start = receiver.payloadOffset(item);
    int datagram = firstDatagram;
    int at = 0;
    runDatagrams = 0;
    do {
      int octets = Math.min(step, length - at);
      Outcome outcome =
          router.route(places[datagram++], memory, start + at, octets, socket, nowMillis);
      if (outcome.isForwarded()) {
        boolean reset = outcome == Outcome.FORWARDED_FOR_RESET;
        if (runDatagrams > 0 && (router.owner() != runOwner || reset != runReset)) {
          endRun(item, socket);
        }
        if (runDatagrams == 0) {
          beginRun(start + at, reset);
        }
        runLength += octets;
        runDatagrams++;
        runCounts[outcome.index()]++;
      } else {
        endRun(item, socket);
        counters.add(
            outcome == Outcome.ANSWERED_VERSION
                    && !versionAnswer.send(fd, receiver, item, router.header())
                ? Outcome.DROPPED_ANSWER_FAILED
                : outcome,
            1);
      }
      at += step;
    } while (at < length);
    endRun(item, socket);
    return datagram;
  }

  private void beginRun(long start, boolean reset) {
    runOwner = router.owner();
    runReset = reset;
    runStart = start;
    runLength = 0;
  }

  private void endRun(int item, int socket) {
    if (runDatagrams == 0) {
      return;
    }
    boolean first = runStart == receiver.payloadOffset(item);
    int pieces = first ? 1 : 2;
    Outbox outbox = outboxes[runOwner];
    long frame = (long) DatagramFrame.HEADER_LENGTH + runLength;
    if (outbox.isEmpty()) {
      touched[touchedCount++] = runOwner;
    } else if (outbox.isFull(pieces, frame)) {
      outbox.send(counters);
    }
    if (first) {
      long header = runStart - DatagramFrame.HEADER_LENGTH;
      writeHeader(receiver.memory(), header, item, socket);
      outbox.add(receiver.memory(), header, frame);
    } else {
      long header = (long) headerCount++ * DatagramFrame.HEADER_LENGTH;
      writeHeader(headers, header, item, socket);
      outbox.add(headers, header, DatagramFrame.HEADER_LENGTH);
      outbox.add(receiver.memory(), runStart, runLength);
    }
    outbox.count(runCounts);
    runDatagrams = 0;
  }

  private void writeHeader(MemorySegment to, long at, int item, int socket) {
    int flags =
        receiver.ecn(item)
            | (receiver.isIpv6(item) ? DatagramFrame.IPV6_FLAG : 0)
            | (runReset ? DatagramFrame.RESET_WANTED_FLAG : 0);
    to.set(ValueLayout.JAVA_BYTE, at, (byte) DatagramFrame.TYPE);
    to.set(ValueLayout.JAVA_BYTE, at + DatagramFrame.FLAGS_OFFSET, (byte) flags);
    to.set(SHORT, at + DatagramFrame.SOCKET_NUMBER_OFFSET, (short) socket);
    to.set(INT, at + DatagramFrame.PAYLOAD_LENGTH_OFFSET, runLength);
    int segment = runDatagrams > 1 ? receiver.segmentSize(item) : 0;
    to.set(SHORT, at + DatagramFrame.SEGMENT_SIZE_OFFSET, (short) segment);
    to.set(SHORT, at + DatagramFrame.SOURCE_PORT_OFFSET, (short) receiver.sourcePort(item));
    to.set(INT, at + DatagramFrame.INTERFACE_INDEX_OFFSET, receiver.interfaceIndex(item));
    receiver.copySource(item, to, at + DatagramFrame.SOURCE_ADDRESS_OFFSET);
    receiver.copyDestination(item, to, at + DatagramFrame.DESTINATION_ADDRESS_OFFSET);
  }

  @Override
  public void close() {
    for (Outbox outbox : outboxes) {
      if (outbox != null) {
        outbox.close();
      }
    }
    receiver.close();
    versionAnswer.close();
    arena.close();
  }
}

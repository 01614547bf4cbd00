package io.scalws.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Sends a batch of datagrams, or of trains that the kernel cuts (UDP_SEGMENT, udp(7)), each from a
 * source address of its own (IP_PKTINFO, IPV6_PKTINFO), with one call (sendmmsg(2)). Payloads stay
 * where they are. Allocates nothing once made. One owner thread.
 *
 * <p>Usage: {@link #add} until the batch is full, then {@link #send} until nothing is pending.
 */
public final class DatagramSender implements AutoCloseable {
  /** The kernel cuts a train into at most so many datagrams (UDP_MAX_SEGMENTS). */
  public static final int MAX_SEGMENTS = 64;

  private static final int MSG_DONTWAIT = 0x40;
  private static final int MSG_NOSIGNAL = 0x4000;
  private static final int NAME_LENGTH = 32;
  private static final int CONTROL_LENGTH = 96;

  private final int capacity;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment state = Libc.newCallState(arena);
  private final MemorySegment headers;
  private final MemorySegment vectors;
  private final MemorySegment names;
  private final MemorySegment controls;
  private int added;
  private int sent;

  /**
   * @param capacity datagrams or trains of one batch
   */
  public DatagramSender(int capacity) {
    this.capacity = capacity;
    headers = arena.allocate((long) capacity * MessageHeader.BATCH_LENGTH, 8);
    vectors = arena.allocate((long) capacity * MessageHeader.VECTOR_LENGTH, 8);
    names = arena.allocate((long) capacity * NAME_LENGTH, 8);
    controls = arena.allocate((long) capacity * CONTROL_LENGTH, 8);
  }

  /**
   * Adds a datagram, or a train of datagrams of {@code segmentSize} octets each.
   *
   * @param payload address of native memory that stays until it was sent
   * @param length in octets
   * @param segmentSize octets of each datagram of a train but the last; 0 for one datagram
   * @param path between which addresses it goes
   */
  public void add(long payload, int length, int segmentSize, DatagramPath path) {
    if (isFull()) {
      throw new IllegalStateException("a batch has room for " + capacity + " datagrams");
    }
    int i = added++;
    long header = (long) i * MessageHeader.BATCH_LENGTH;
    long vector = (long) i * MessageHeader.VECTOR_LENGTH;
    long name = (long) i * NAME_LENGTH;
    long control = (long) i * CONTROL_LENGTH;
    MessageHeader.vector(vectors, vector, payload, length);
    MessageHeader.vectors(headers, header, vectors.address() + vector, 1);
    MessageHeader.name(headers, header, names.address() + name, path.writeDestination(names, name));
    long end = path.writeSource(controls, control);
    if (segmentSize > 0 && segmentSize < length) {
      long data = end + ControlMessage.HEADER_LENGTH;
      end = ControlMessage.begin(controls, end, ControlMessage.UDP_SEGMENT, 2);
      controls.set(ValueLayout.JAVA_SHORT, data, (short) segmentSize);
    }
    MessageHeader.control(headers, header, controls.address() + control, end - control);
  }

  public boolean isFull() {
    return added == capacity;
  }

  /** How many were added and neither sent nor skipped. */
  public int pending() {
    return added - sent;
  }

  /**
   * Sends what is pending without waiting. When all is sent the batch is empty again.
   *
   * @return how many were sent, which may be fewer than were pending; negative errno if the first
   *     one failed: {@code EAGAIN} when there is no room, else {@link #skip} it or it fails for
   *     ever
   */
  public int send(int fd) {
    if (pending() == 0) {
      return 0;
    }
    int result =
        (int)
            Libc.call(
                state,
                SystemCall.SENDMMSG,
                fd,
                headers.address() + (long) sent * MessageHeader.BATCH_LENGTH,
                pending(),
                MSG_DONTWAIT | MSG_NOSIGNAL,
                0,
                0);
    if (result > 0) {
      sent += result;
      emptyWhenDone();
    }
    return result;
  }

  /** Leaves out the first pending datagram. */
  public void skip() {
    if (pending() == 0) {
      throw new IllegalStateException("nothing is pending");
    }
    sent++;
    emptyWhenDone();
  }

  private void emptyWhenDone() {
    if (sent == added) {
      sent = 0;
      added = 0;
    }
  }

  @Override
  public void close() {
    arena.close();
  }
}

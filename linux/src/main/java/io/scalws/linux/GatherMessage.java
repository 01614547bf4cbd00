package io.scalws.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * One message of a connected socket, gathered from pieces that stay where they are (sendmsg(2)).
 * Allocates nothing once made. One owner thread.
 */
public final class GatherMessage implements AutoCloseable {
  /** The most pieces that the kernel takes (UIO_MAXIOV). */
  public static final int MAX_PIECES = 1024;

  private static final int MSG_DONTWAIT = 0x40;
  private static final int MSG_NOSIGNAL = 0x4000;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment state = Libc.newCallState(arena);
  private final MemorySegment header = arena.allocate(MessageHeader.LENGTH, 8);
  private final MemorySegment vectors;
  private final int capacity;
  private int pieces;
  private long length;

  /**
   * @param capacity pieces, {@link #MAX_PIECES} at most
   */
  public GatherMessage(int capacity) {
    if (capacity < 1 || capacity > MAX_PIECES) {
      throw new IllegalArgumentException("a message has 1 to 1024 pieces, not " + capacity);
    }
    this.capacity = capacity;
    vectors = arena.allocate((long) capacity * MessageHeader.VECTOR_LENGTH, 8);
  }

  /**
   * Adds a piece.
   *
   * @param memory native memory that stays until it was sent
   */
  public void add(MemorySegment memory, long offset, long octets) {
    if (pieces == capacity) {
      throw new IllegalStateException("a message has room for " + capacity + " pieces");
    }
    if (offset < 0 || octets < 0 || offset + octets > memory.byteSize()) {
      throw new IndexOutOfBoundsException("piece of " + octets + " octets at " + offset);
    }
    MessageHeader.vector(
        vectors, (long) pieces * MessageHeader.VECTOR_LENGTH, memory.address() + offset, octets);
    pieces++;
    length += octets;
  }

  public int pieces() {
    return pieces;
  }

  /** How many more pieces fit. */
  public int room() {
    return capacity - pieces;
  }

  /** Of the whole message, in octets. */
  public long length() {
    return length;
  }

  public void clear() {
    pieces = 0;
    length = 0;
  }

  /**
   * Sends it without waiting; on a SEQPACKET socket whole or not at all.
   *
   * @return octets sent, or negative errno
   */
  public long send(int fd) {
    MessageHeader.vectors(header, 0, vectors.address(), pieces);
    return Libc.call(
        state, SystemCall.SENDMSG, fd, header.address(), MSG_DONTWAIT | MSG_NOSIGNAL, 0, 0, 0);
  }

  @Override
  public void close() {
    arena.close();
  }
}

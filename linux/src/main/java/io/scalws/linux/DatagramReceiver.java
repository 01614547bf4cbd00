package io.scalws.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;

/**
 * Receives a batch of datagrams with one call (recvmmsg(2)), with the destination address, ECN and
 * segment size of each, and leaves room before each payload, so that a header can be put there
 * without a copy. Allocates nothing once made. One owner thread.
 *
 * <pre>
 *   memory(): | headroom | payload (64 KiB) | headroom | payload (64 KiB) | ...
 * </pre>
 */
public final class DatagramReceiver implements AutoCloseable {
  /** Room for one payload: a train of datagrams is as long as an IP packet can be. */
  public static final int PAYLOAD_CAPACITY = 65_536;

  private static final int MSG_TRUNC = 0x20;
  private static final int MSG_CTRUNC = 0x08;
  private static final int MSG_DONTWAIT = 0x40;

  private static final int NAME_LENGTH = 32;
  private static final int CONTROL_LENGTH = 128;

  private final int capacity;
  private final int headroom;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment state = Libc.newCallState(arena);
  private final MemorySegment memory;
  private final MemorySegment headers;
  private final MemorySegment names;
  private final MemorySegment controls;
  private final int[] ecn;
  private final int[] segmentSize;
  private final int[] interfaceIndex;
  private final long[] destination;

  /**
   * @param capacity datagrams or trains of one call
   * @param headroom octets before each payload, a multiple of 8
   */
  public DatagramReceiver(int capacity, int headroom) {
    this.capacity = capacity;
    this.headroom = headroom;
    memory = arena.allocate((long) capacity * (headroom + PAYLOAD_CAPACITY), 4096);
    headers = arena.allocate((long) capacity * MessageHeader.BATCH_LENGTH, 8);
    names = arena.allocate((long) capacity * NAME_LENGTH, 8);
    controls = arena.allocate((long) capacity * CONTROL_LENGTH, 8);
    ecn = new int[capacity];
    segmentSize = new int[capacity];
    interfaceIndex = new int[capacity];
    destination = new long[capacity];
    MemorySegment vectors = arena.allocate((long) capacity * MessageHeader.VECTOR_LENGTH, 8);
    for (int i = 0; i < capacity; i++) {
      long vector = (long) i * MessageHeader.VECTOR_LENGTH;
      MessageHeader.vector(vectors, vector, memory.address() + payloadOffset(i), PAYLOAD_CAPACITY);
      long header = (long) i * MessageHeader.BATCH_LENGTH;
      MessageHeader.vectors(headers, header, vectors.address() + vector, 1);
    }
  }

  /**
   * Receives what is there without waiting.
   *
   * @return how many; 0 if nothing is there; negative errno on failure
   */
  public int receive(int fd) {
    for (int i = 0; i < capacity; i++) {
      long header = (long) i * MessageHeader.BATCH_LENGTH;
      MessageHeader.name(headers, header, names.address() + (long) i * NAME_LENGTH, NAME_LENGTH);
      MessageHeader.control(
          headers, header, controls.address() + (long) i * CONTROL_LENGTH, CONTROL_LENGTH);
    }
    int count =
        (int)
            Libc.call(
                state, SystemCall.RECVMMSG, fd, headers.address(), capacity, MSG_DONTWAIT, 0, 0);
    if (count == -Errno.EAGAIN.number() || count == -Errno.EINTR.number()) {
      return 0;
    }
    for (int i = 0; i < count; i++) {
      readControl(i);
    }
    return count;
  }

  private void readControl(int i) {
    ecn[i] = 0;
    segmentSize[i] = 0;
    interfaceIndex[i] = 0;
    destination[i] = -1;
    long at = (long) i * CONTROL_LENGTH;
    long end = at + MessageHeader.controlLength(headers, (long) i * MessageHeader.BATCH_LENGTH);
    while (at + ControlMessage.HEADER_LENGTH <= end) {
      long length = ControlMessage.length(controls, at);
      if (length < ControlMessage.HEADER_LENGTH) {
        return;
      }
      long data = at + ControlMessage.HEADER_LENGTH;
      switch (ControlMessage.kind(controls, at)) {
        case ControlMessage.IPV4_PACKET_INFO -> {
          // struct in_pktinfo {int index, in_addr local, in_addr header destination}.
          interfaceIndex[i] = controls.get(ValueLayout.JAVA_INT, data);
          destination[i] = data + 8;
        }
        case ControlMessage.IPV6_PACKET_INFO -> {
          // struct in6_pktinfo {in6_addr address, int index}.
          destination[i] = data;
          interfaceIndex[i] = controls.get(ValueLayout.JAVA_INT, data + 16);
        }
        case ControlMessage.IPV4_TOS -> ecn[i] = controls.get(ValueLayout.JAVA_BYTE, data) & 3;
        case ControlMessage.IPV6_CLASS -> ecn[i] = controls.get(ValueLayout.JAVA_INT, data) & 3;
        case ControlMessage.UDP_TRAIN -> segmentSize[i] = controls.get(ValueLayout.JAVA_INT, data);
        default -> {
          // Nothing else was asked for.
        }
      }
      at += ControlMessage.aligned(length);
    }
  }

  /** The segment that all offsets are in. */
  public MemorySegment memory() {
    return memory;
  }

  /** Where the {@code i}th payload begins; the headroom is before it. */
  public long payloadOffset(int i) {
    return (long) i * (headroom + PAYLOAD_CAPACITY) + headroom;
  }

  /** Of the {@code i}th payload, in octets. */
  public int length(int i) {
    return MessageHeader.batchedLength(headers, (long) i * MessageHeader.BATCH_LENGTH);
  }

  /** Of each datagram of a train but its last, in octets; 0 for a datagram that came alone. */
  public int segmentSize(int i) {
    return segmentSize[i];
  }

  /** 0 to 3 (RFC 3168). */
  public int ecn(int i) {
    return ecn[i];
  }

  /** Of the interface that it arrived on (netdevice(7)). */
  public int interfaceIndex(int i) {
    return interfaceIndex[i];
  }

  public boolean isIpv6(int i) {
    return names.get(ValueLayout.JAVA_SHORT, (long) i * NAME_LENGTH) == SocketAddresses.AF_INET6;
  }

  public int sourcePort(int i) {
    return names.get(SocketAddresses.BIG_SHORT, (long) i * NAME_LENGTH + SocketAddresses.PORT)
        & 0xffff;
  }

  /** Whether its buffer, or that of its control messages, was too short. */
  public boolean isTruncated(int i) {
    int flags = MessageHeader.flags(headers, (long) i * MessageHeader.BATCH_LENGTH);
    return (flags & (MSG_TRUNC | MSG_CTRUNC)) != 0;
  }

  /** Whether the kernel told to which address it was sent. */
  public boolean hasDestination(int i) {
    return destination[i] >= 0;
  }

  /** Writes 16 octets: the source address, an IPv4 one in the first 4 and zeros. */
  public void copySource(int i, MemorySegment to, long offset) {
    boolean ipv6 = isIpv6(i);
    long address = ipv6 ? SocketAddresses.IPV6_ADDRESS : SocketAddresses.IPV4_ADDRESS;
    copyAddress(names, (long) i * NAME_LENGTH + address, ipv6, to, offset);
  }

  /** Writes 16 octets: the address that it was sent to; only after {@link #hasDestination}. */
  public void copyDestination(int i, MemorySegment to, long offset) {
    copyAddress(controls, destination[i], isIpv6(i), to, offset);
  }

  private static void copyAddress(
      MemorySegment from, long fromOffset, boolean ipv6, MemorySegment to, long offset) {
    if (ipv6) {
      MemorySegment.copy(from, fromOffset, to, offset, 16);
    } else {
      to.set(
          ValueLayout.JAVA_INT_UNALIGNED,
          offset,
          from.get(ValueLayout.JAVA_INT_UNALIGNED, fromOffset));
      to.set(ValueLayout.JAVA_INT_UNALIGNED, offset + 4, 0);
      to.set(ValueLayout.JAVA_LONG_UNALIGNED, offset + 8, 0);
    }
  }

  /** The source as an object; for cold paths. */
  public InetSocketAddress source(int i) {
    return SocketAddresses.read(names, (long) i * NAME_LENGTH);
  }

  @Override
  public void close() {
    arena.close();
  }
}

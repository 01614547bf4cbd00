package io.scalws.linux;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * {@code struct cmsghdr} (cmsg(3)): length (8), level (4), type (4), data, padding to 8. A kind is
 * level and type in one number.
 */
final class ControlMessage {
  static final int HEADER_LENGTH = 16;

  // IPPROTO_IP 0, IPPROTO_IPV6 41, SOL_UDP 17.
  static final int IPV4_TOS = 1;
  static final int IPV4_PACKET_INFO = 8;
  static final int IPV6_PACKET_INFO = 41 << 16 | 50;
  static final int IPV6_CLASS = 41 << 16 | 67;
  static final int UDP_SEGMENT = 17 << 16 | 103;
  static final int UDP_TRAIN = 17 << 16 | 104;

  private ControlMessage() {}

  static long length(MemorySegment control, long at) {
    return control.get(ValueLayout.JAVA_LONG, at);
  }

  static int kind(MemorySegment control, long at) {
    return control.get(ValueLayout.JAVA_INT, at + 8) << 16
        | control.get(ValueLayout.JAVA_INT, at + 12);
  }

  /**
   * Writes a header for so many octets of data, and zeros for the data.
   *
   * @return where the next message goes
   */
  static long begin(MemorySegment control, long at, int kind, int dataLength) {
    long next = at + aligned(HEADER_LENGTH + dataLength);
    for (long i = at; i < next; i += 8) {
      control.set(ValueLayout.JAVA_LONG, i, 0);
    }
    control.set(ValueLayout.JAVA_LONG, at, HEADER_LENGTH + dataLength);
    control.set(ValueLayout.JAVA_INT, at + 8, kind >>> 16);
    control.set(ValueLayout.JAVA_INT, at + 12, kind & 0xffff);
    return next;
  }

  static long aligned(long length) {
    return (length + 7) & ~7L;
  }
}

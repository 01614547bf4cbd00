package io.scalws.protocol.quic;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The token of an Initial packet, which follows the connection ids (RFC 9000 section 17.2.2). */
public final class InitialToken {
  /** Answer of {@link #length} for a token that does not fit its datagram. */
  public static final long CUT = -1;

  private InitialToken() {}

  /**
   * The length of the token in octets, or {@link #CUT}.
   *
   * @param bodyOffset where the packet's connection ids end ({@link HeaderScan#bodyOffset})
   * @param end of the datagram, in the same segment
   */
  public static long length(MemorySegment memory, long bodyOffset, long end) {
    if (bodyOffset >= end) {
      return CUT;
    }
    // RFC 9000 section 16: the first two bits tell how many octets the number has.
    int first = memory.get(ValueLayout.JAVA_BYTE, bodyOffset) & 0xff;
    int octets = 1 << (first >>> 6);
    if (bodyOffset + octets > end) {
      return CUT;
    }
    long value = first & 0x3f;
    for (int i = 1; i < octets; i++) {
      value = value << 8 | (memory.get(ValueLayout.JAVA_BYTE, bodyOffset + i) & 0xff);
    }
    return value > end - bodyOffset - octets ? CUT : value;
  }
}

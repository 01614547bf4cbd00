package io.scalws.protocol.quic;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Finds the fields of RFC 8999 in a datagram without copying or allocating: a cursor that one
 * thread uses for one datagram after the other. Offsets are within the scanned segment.
 *
 * <pre>
 *  long:   +-+-------+-------------+---------+------------+---------+------------+
 *          |1|7 bits | version (4) | len (1) | dcid (len) | len (1) | scid (len) |
 *          +-+-------+-------------+---------+------------+---------+------------+
 *  short:  +-+-------+-------------------------------+
 *          |0|7 bits | dcid (length not on the wire) |
 *          +-+-------+-------------------------------+
 * </pre>
 */
public final class HeaderScan {
  /** What was found. */
  public enum Form {
    LONG,
    SHORT,
    MALFORMED
  }

  private static final ValueLayout.OfInt VERSION =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final int shortDcidLength;

  private int firstOctet;
  private int version;
  private long dcidOffset;
  private int dcidLength;
  private long scidOffset;
  private int scidLength;
  private QuicHeader.Reason reason = QuicHeader.Reason.EMPTY;

  /**
   * @param shortDcidLength of the ids that the receiver issues, in octets
   */
  public HeaderScan(int shortDcidLength) {
    if (shortDcidLength < 0 || shortDcidLength > 255) {
      throw new IllegalArgumentException(
          "a connection id has 0 to 255 octets, not " + shortDcidLength);
    }
    this.shortDcidLength = shortDcidLength;
  }

  /**
   * Reads the first packet of the datagram in {@code [offset, offset + length)}. Only the first one
   * matters: coalesced packets of one datagram have one destination (RFC 9000 section 12.2).
   */
  public Form scan(MemorySegment memory, long offset, long length) {
    if (length < 1) {
      return malformed(QuicHeader.Reason.EMPTY);
    }
    firstOctet = octet(memory, offset);
    return firstOctet >= 0x80 ? scanLong(memory, offset, length) : scanShort(offset, length);
  }

  private Form scanShort(long offset, long length) {
    if (length < 1 + shortDcidLength) {
      return malformed(QuicHeader.Reason.SHORT_DCID_CUT);
    }
    version = 0;
    dcidOffset = offset + 1;
    dcidLength = shortDcidLength;
    scidOffset = dcidOffset;
    scidLength = 0;
    return Form.SHORT;
  }

  private Form scanLong(MemorySegment memory, long offset, long length) {
    if (length < 5) {
      return malformed(QuicHeader.Reason.VERSION_CUT);
    }
    version = memory.get(VERSION, offset + 1);
    if (length < 6) {
      return malformed(QuicHeader.Reason.DCID_CUT);
    }
    dcidOffset = offset + 6;
    dcidLength = octet(memory, offset + 5);
    long end = offset + length;
    if (dcidOffset + dcidLength > end) {
      return malformed(QuicHeader.Reason.DCID_CUT);
    }
    scidOffset = dcidOffset + dcidLength + 1;
    if (scidOffset > end) {
      return malformed(QuicHeader.Reason.SCID_CUT);
    }
    scidLength = octet(memory, scidOffset - 1);
    if (scidOffset + scidLength > end) {
      return malformed(QuicHeader.Reason.SCID_CUT);
    }
    return Form.LONG;
  }

  private Form malformed(QuicHeader.Reason why) {
    reason = why;
    return Form.MALFORMED;
  }

  private static int octet(MemorySegment memory, long offset) {
    return memory.get(ValueLayout.JAVA_BYTE, offset) & 0xff;
  }

  /** After LONG or SHORT. */
  public int firstOctet() {
    return firstOctet;
  }

  /** After LONG; 0 is a version negotiation packet. */
  public int version() {
    return version;
  }

  /** After LONG or SHORT. */
  public long dcidOffset() {
    return dcidOffset;
  }

  /** After LONG or SHORT, in octets. */
  public int dcidLength() {
    return dcidLength;
  }

  /** After LONG. */
  public long scidOffset() {
    return scidOffset;
  }

  /** After LONG, in octets. */
  public int scidLength() {
    return scidLength;
  }

  /** After LONG: where what only the version defines begins. */
  public long bodyOffset() {
    return scidOffset + scidLength;
  }

  /** After MALFORMED. */
  public QuicHeader.Reason reason() {
    return reason;
  }
}

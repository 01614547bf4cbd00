package io.scalws.protocol.quic;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Writes the packet that tells a client which versions it may use (RFC 8999 section 6):
 *
 * <pre>
 *  +-+-------+-------------+---------+------------+---------+------------+-----------------+
 *  |1|unused | version = 0 | len (1) | their scid | len (1) | their dcid | versions (4 each)|
 *  +-+-------+-------------+---------+------------+---------+------------+-----------------+
 * </pre>
 *
 * Immutable; allocates nothing once made.
 */
public final class VersionNegotiation {
  /**
   * RFC 9000 section 6.1 answers only what could begin a connection, and so never sends more octets
   * than it got.
   */
  public static final int MINIMUM_TRIGGER_LENGTH = 1200;

  private static final ValueLayout.OfInt VERSION =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final int[] versions;

  /**
   * @param versions that are served, most wanted first
   */
  public VersionNegotiation(List<QuicVersion> versions) {
    this.versions = versions.stream().mapToInt(QuicVersion::number).toArray();
  }

  /** Whether a client needs no negotiation. */
  public boolean serves(int version) {
    for (int served : versions) {
      if (served == version) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a scanned long header is to be answered: never a version negotiation packet, or two
   * servers might answer each other for ever.
   *
   * @param length of the datagram in octets
   */
  public boolean answers(HeaderScan trigger, int length) {
    return trigger.version() != 0 && !serves(trigger.version()) && length >= MINIMUM_TRIGGER_LENGTH;
  }

  /** The most octets that an answer has: two ids of 255 octets. */
  public int maximumLength() {
    return 7 + 2 * 255 + 4 * (versions.length + 1);
  }

  /**
   * Answers a scanned long header.
   *
   * @param unused seven bits that should differ from packet to packet
   * @return the length of the answer in octets, written from {@code offset} on
   */
  public int write(
      HeaderScan trigger, MemorySegment datagram, int unused, MemorySegment out, long offset) {
    // RFC 9000 section 17.2.1: the second bit set lets it share a port with other protocols.
    out.set(ValueLayout.JAVA_BYTE, offset, (byte) (0xc0 | unused));
    out.set(VERSION, offset + 1, 0);
    long at = offset + 5;
    at = cid(datagram, trigger.scidOffset(), trigger.scidLength(), out, at);
    at = cid(datagram, trigger.dcidOffset(), trigger.dcidLength(), out, at);
    for (int version : versions) {
      out.set(VERSION, at, version);
      at += 4;
    }
    // RFC 9000 section 6.3: a reserved version, so that clients learn to ignore unknown ones.
    out.set(VERSION, at, greased(unused));
    return (int) (at + 4 - offset);
  }

  private static int greased(int unused) {
    return (unused & 0xf) * 0x1010_1010 | 0x0a0a_0a0a;
  }

  private static long cid(MemorySegment from, long offset, int length, MemorySegment to, long at) {
    to.set(ValueLayout.JAVA_BYTE, at, (byte) length);
    MemorySegment.copy(from, offset, to, at + 1, length);
    return at + 1 + length;
  }
}

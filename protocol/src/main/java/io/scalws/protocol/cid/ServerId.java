package io.scalws.protocol.cid;

import java.util.HexFormat;
import java.util.Optional;

/**
 * Names one incarnation of one process on one node, in 8 octets:
 *
 * <pre>
 *   0      3      5        8
 *   +------+------+--------+
 *   | node | boot | sequen |
 *   | part | epoch| ce     |
 *   +------+------+--------+
 * </pre>
 *
 * The agent allocates sequence numbers and never uses one twice within a boot epoch, so an id below
 * the next sequence number that no live process holds is provably dead.
 *
 * @param nodePart 24 bits, unique per cluster; 0 standalone
 * @param bootEpoch 16 bits, of the boot in which it was allocated
 * @param sequence 24 bits
 */
public record ServerId(int nodePart, int bootEpoch, int sequence) {
  public static final int LENGTH = 8;

  public ServerId {
    if (nodePart < 0 || nodePart > 0xff_ffff) {
      throw new IllegalArgumentException("a node part has 24 bits, not " + nodePart);
    }
    if (bootEpoch < 0 || bootEpoch > 0xffff) {
      throw new IllegalArgumentException("a boot epoch has 16 bits, not " + bootEpoch);
    }
    if (sequence < 0 || sequence > 0xff_ffff) {
      throw new IllegalArgumentException("a sequence has 24 bits, not " + sequence);
    }
  }

  /** The 8 octets read as one big-endian number; the form in which tables are keyed. */
  public static ServerId ofLong(long value) {
    return new ServerId(
        (int) (value >>> 40) & 0xff_ffff, (int) (value >>> 24) & 0xffff, (int) value & 0xff_ffff);
  }

  /** Parses 16 hexadecimal digits; empty if the text is anything else. */
  public static Optional<ServerId> parse(String text) {
    if (!text.matches("[0-9a-f]{16}")) {
      return Optional.empty();
    }
    return Optional.of(ofLong(HexFormat.fromHexDigitsToLong(text)));
  }

  public long toLong() {
    return (long) nodePart << 40 | (long) bootEpoch << 24 | sequence;
  }

  /** 16 hexadecimal digits. */
  @Override
  public String toString() {
    return HexFormat.of().toHexDigits(toLong());
  }
}

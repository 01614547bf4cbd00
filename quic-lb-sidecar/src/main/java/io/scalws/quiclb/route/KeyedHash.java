package io.scalws.quiclb.route;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * SipHash-2-4 of octets that clients choose: without the key nobody can make ids that collide in a
 * table or all fall to one instance. Written here because the kept libraries that have it allocate.
 *
 * @param key0 random for each process
 * @param key1 random for each process
 */
public record KeyedHash(long key0, long key1) {
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int ROUNDS = 2;
  private static final int FINAL_ROUNDS = 4;

  /**
   * The hash of {@code length} octets and one number.
   *
   * @param context told apart from other contexts, 0 to 2^32-1: the socket of arrival
   */
  public long of(MemorySegment memory, long offset, int length, int context) {
    long v0 = key0 ^ 0x736f6d6570736575L;
    long v1 = key1 ^ 0x646f72616e646f6dL ^ Integer.toUnsignedLong(context);
    long v2 = key0 ^ 0x6c7967656e657261L;
    long v3 = key1 ^ 0x7465646279746573L;
    int whole = length & ~7;
    // The turn after the last word ends the hash: no word, and twice as many rounds.
    for (int i = 0; i <= whole + 8; i += 8) {
      boolean ends = i > whole;
      long word =
          ends ? 0 : i < whole ? memory.get(LONG, offset + i) : last(memory, offset + i, length);
      v3 ^= word;
      v2 ^= ends ? 0xff : 0;
      for (int round = ends ? FINAL_ROUNDS : ROUNDS; round > 0; round--) {
        v0 += v1;
        v2 += v3;
        v1 = Long.rotateLeft(v1, 13) ^ v0;
        v3 = Long.rotateLeft(v3, 16) ^ v2;
        v0 = Long.rotateLeft(v0, 32);
        v2 += v1;
        v0 += v3;
        v1 = Long.rotateLeft(v1, 17) ^ v2;
        v3 = Long.rotateLeft(v3, 21) ^ v0;
        v2 = Long.rotateLeft(v2, 32);
      }
      v0 ^= word;
    }
    return v0 ^ v1 ^ v2 ^ v3;
  }

  /** The octets after the last whole word, and the length in the highest octet. */
  private static long last(MemorySegment memory, long offset, int length) {
    long word = (long) length << 56;
    for (int i = 0; i < (length & 7); i++) {
      word |= (memory.get(ValueLayout.JAVA_BYTE, offset + i) & 0xffL) << (8 * i);
    }
    return word;
  }
}

package io.scalws.quiclb.route;

import java.util.Arrays;

/**
 * Remembers which instance got a connection id that a client chose, so that its retransmissions and
 * 0-RTT packets follow while instances come and go. A pin lives 10 s after its last hit: clients
 * back off to 1 + 2 + 4 + 8 s, so 10 s from the first packet would lose them.
 *
 * <p>Memory is fixed. The table has sets of eight; a new pin takes the place of the one in its set
 * that was hit longest ago. Under a flood pins are lost early, and then the rendezvous hash still
 * gives the same instance unless the instances changed meanwhile. Ids are kept as keyed hashes of
 * 64 bits, so nobody can aim at a set.
 */
public final class InitialPins {
  public static final long LIFETIME_MILLIS = 10_000;

  private static final int SET = 8;
  private static final long NEVER = Long.MIN_VALUE;

  private final int mask;
  private final long[] hashes;
  private final long[] owners;
  private final long[] hitAt;
  private long evicted;

  /**
   * @param capacity pins, a power of two, 8 or more; each has 24 octets
   */
  public InitialPins(int capacity) {
    if (capacity < SET || Integer.bitCount(capacity) != 1) {
      throw new IllegalArgumentException(
          "pins are counted in powers of two from 8 on, not " + capacity);
    }
    mask = capacity - 1 & -SET;
    hashes = new long[capacity];
    owners = new long[capacity];
    hitAt = new long[capacity];
    Arrays.fill(hitAt, NEVER);
  }

  /** The place of a pin that lives, or -1; finding it is a hit. */
  int find(long hash, long nowMillis) {
    int base = (int) hash & mask;
    for (int i = base; i < base + SET; i++) {
      if (hashes[i] == hash && isAlive(i, nowMillis)) {
        hitAt[i] = nowMillis;
        return i;
      }
    }
    return -1;
  }

  long ownerAt(int place) {
    return owners[place];
  }

  /** Pins, in place of an earlier pin of the same hash. */
  void pin(long hash, long owner, long nowMillis) {
    int base = (int) hash & mask;
    int oldest = base;
    for (int i = base; i < base + SET; i++) {
      if (hashes[i] == hash && hitAt[i] != NEVER) {
        oldest = i;
        break;
      }
      if (hitAt[i] < hitAt[oldest]) {
        oldest = i;
      }
    }
    if (hashes[oldest] != hash && isAlive(oldest, nowMillis)) {
      evicted++;
    }
    hashes[oldest] = hash;
    owners[oldest] = owner;
    hitAt[oldest] = nowMillis;
  }

  private boolean isAlive(int place, long nowMillis) {
    return hitAt[place] != NEVER && nowMillis - hitAt[place] <= LIFETIME_MILLIS;
  }

  /** Pins that lost their place while they lived. */
  public long evicted() {
    return evicted;
  }
}

package io.scalws.quiclb.route;

/**
 * Highest random weight: each instance has a weight for each hash, and the highest wins, so that an
 * instance that comes or goes moves only its own share.
 */
final class Rendezvous {
  private Rendezvous() {}

  /** Compare as unsigned numbers. */
  static long weight(long hash, long serverId) {
    // The finalizer of SplitMix64; the hash is keyed, so nobody can steer it.
    long z = hash ^ serverId * 0x9e3779b97f4a7c15L;
    z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }
}

package io.scalws.server.anchor;

/**
 * Where a client is answered whose NAT forgets it in the middle of the handshake: where it is now,
 * within three times what came from there (RFC 9000 section 8.1). Whether it is really there is
 * checked after the handshake.
 */
final class Provisional {
  private static final long AMPLIFICATION = 3;

  private ClientPath path;
  private long budget;

  void heard(ClientPath from, int octets) {
    if (!from.equals(path)) {
      path = from;
      budget = 0;
    }
    budget += AMPLIFICATION * octets;
  }

  boolean isSet() {
    return path != null;
  }

  /** Null unless {@link #isSet}. */
  ClientPath path() {
    return path;
  }

  /** Whether so many octets may be sent there; counts them if so. */
  boolean allows(int octets) {
    if (path == null || budget < octets) {
      return false;
    }
    budget -= octets;
    return true;
  }

  void clear() {
    path = null;
  }
}

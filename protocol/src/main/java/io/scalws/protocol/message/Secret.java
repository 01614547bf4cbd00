package io.scalws.protocol.message;

import java.security.MessageDigest;

/** Key octets. Compared in constant time and never shown. */
public final class Secret {
  /** What stands for a key that its receiver does not use. */
  public static final Secret NONE = new Secret(new byte[0]);

  private final byte[] octets;

  private Secret(byte[] octets) {
    this.octets = octets;
  }

  /** Wraps a copy of the octets. */
  public static Secret of(byte[] octets) {
    return new Secret(octets.clone());
  }

  /** A copy of the octets. */
  public byte[] octets() {
    return octets.clone();
  }

  /** The number of octets. */
  public int length() {
    return octets.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret that && MessageDigest.isEqual(octets, that.octets);
  }

  @Override
  public int hashCode() {
    // Nothing of a key may show, not even in a hash.
    return octets.length;
  }

  @Override
  public String toString() {
    return "Secret[" + octets.length + " octets]";
  }
}

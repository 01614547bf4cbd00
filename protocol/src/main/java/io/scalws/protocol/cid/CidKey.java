package io.scalws.protocol.cid;

import java.security.MessageDigest;
import java.util.Arrays;

/**
 * The AES-128 key of one key epoch, and the codepoint by which connection ids say that they were
 * made with it. Its text never shows the key.
 */
public final class CidKey {
  /** Of the key, in octets. */
  public static final int LENGTH = 16;

  /** Codepoint 7 means "not routable" (QUIC-LB section 3.1), so seven remain: 0 to 6. */
  public static final int ROTATIONS = 7;

  private final int rotation;
  private final byte[] key;

  private CidKey(int rotation, byte[] key) {
    this.rotation = rotation;
    this.key = key;
  }

  /**
   * @param rotation 0 to 6
   * @param key 16 octets; copied
   * @throws IllegalArgumentException for anything else
   */
  public static CidKey of(int rotation, byte[] key) {
    if (rotation < 0 || rotation >= ROTATIONS) {
      throw new IllegalArgumentException("a key rotation is 0 to 6, not " + rotation);
    }
    if (key.length != LENGTH) {
      throw new IllegalArgumentException(
          "a key of connection ids has 16 octets, not " + key.length + " octets");
    }
    return new CidKey(rotation, key.clone());
  }

  public int rotation() {
    return rotation;
  }

  /** A copy of the 16 octets. */
  public byte[] octets() {
    return key.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CidKey that
        && rotation == that.rotation
        && MessageDigest.isEqual(key, that.key);
  }

  @Override
  public int hashCode() {
    return 31 * rotation + Arrays.hashCode(key);
  }

  @Override
  public String toString() {
    return "CidKey[rotation=" + rotation + "]";
  }
}

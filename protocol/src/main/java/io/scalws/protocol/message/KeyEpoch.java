package io.scalws.protocol.message;

/**
 * The keys of one runtime and key epoch, derived by the agent from the master key. A receiver gets
 * {@link Secret#NONE} for keys that it does not use.
 *
 * @param number counts rotations from 0
 * @param rotation the three config rotation bits of connection ids of this epoch, 0 to 6
 * @param cidKey 16 octets, AES-128 over server id and nonce
 * @param resetKey 32 octets, HMAC-SHA256 over connection ids
 * @param ticketKey 48 octets: 16 of name, 16 of HMAC key, 16 of AES key, for TLS session tickets
 * @param retryKey 32 octets, HMAC-SHA256 over Retry tokens
 */
public record KeyEpoch(
    int number, int rotation, Secret cidKey, Secret resetKey, Secret ticketKey, Secret retryKey) {
  public KeyEpoch {
    if (number < 0) {
      throw new IllegalArgumentException("a key epoch is 0 or more, not " + number);
    }
    if (rotation < 0 || rotation > 6) {
      throw new IllegalArgumentException("a config rotation is 0 to 6, not " + rotation);
    }
    requireLength("CID", cidKey, 16);
    requireLength("reset", resetKey, 32);
    requireLength("ticket", ticketKey, 48);
    requireLength("Retry", retryKey, 32);
  }

  private static void requireLength(String which, Secret key, int length) {
    if (key.length() != 0 && key.length() != length) {
      throw new IllegalArgumentException(
          "the " + which + " key has " + length + " octets, not " + key.length());
    }
  }
}

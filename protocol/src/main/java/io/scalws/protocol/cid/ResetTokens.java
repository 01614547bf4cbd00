package io.scalws.protocol.cid;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The stateless reset token of each connection id (RFC 9000 section 10.3.2): {@code
 * HMAC-SHA256(reset key, key rotation octet || connection id)}, the first 16 octets. Every instance
 * of a runtime can compute it, so it survives the instance that issued the id; it is bound to one
 * id and one key epoch, so it resets nothing else. One owner thread.
 */
public final class ResetTokens {
  /** Of a token, in octets. */
  public static final int LENGTH = 16;

  private final Mac mac;

  /**
   * @param resetKey 16 octets or more, of the key epoch that the ids belong to
   */
  public ResetTokens(byte[] resetKey) {
    if (resetKey.length < 16) {
      throw new IllegalArgumentException(
          "a reset key has 16 octets or more, not " + resetKey.length + " octets");
    }
    try {
      mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(resetKey, "HmacSHA256"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has HmacSHA256", e);
    }
  }

  /**
   * @param cid an id that an instance issued, 1 octet or more
   */
  public byte[] tokenOf(byte[] cid) {
    mac.update((byte) ((cid[0] & 0xff) >>> 5));
    mac.update(cid);
    return Arrays.copyOf(mac.doFinal(), LENGTH);
  }
}

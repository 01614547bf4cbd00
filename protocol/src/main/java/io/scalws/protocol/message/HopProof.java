package io.scalws.protocol.message;

import io.scalws.protocol.cid.ServerId;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What an instance shows when it registers with a quic-lb: {@code HMAC-SHA256(hop key, server id)},
 * the first 16 octets. The agent makes it, quic-lb checks it; the instance never sees the key.
 */
public final class HopProof {
  /** Of a proof, in octets. */
  public static final int LENGTH = 16;

  private HopProof() {}

  /** Compare with {@link Secret#equals}, which takes constant time. */
  public static Secret of(Secret hopKey, ServerId serverId) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(hopKey.octets(), "HmacSHA256"));
      mac.update(ByteBuffer.allocate(ServerId.LENGTH).putLong(serverId.toLong()).flip());
      return Secret.of(Arrays.copyOf(mac.doFinal(), LENGTH));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has HmacSHA256", e);
    }
  }
}

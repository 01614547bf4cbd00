package io.scalws.server.quic;

import io.scalws.protocol.cid.CidKey;
import io.scalws.protocol.cid.ResetTokens;
import java.util.HashMap;
import java.util.Map;

/**
 * The keys of QUIC that the instances of a runtime share. Octets are not shown in text.
 *
 * @param cid of the connection ids that are made
 * @param resetByRotation of the stateless reset tokens, of each key rotation whose ids may be
 *     around
 * @param retry of Retry tokens
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record QuicKeys(CidKey cid, Map<Integer, byte[]> resetByRotation, byte[] retry) {
  public QuicKeys {
    resetByRotation = Map.copyOf(resetByRotation);
    if (!resetByRotation.containsKey(cid.rotation())) {
      throw new IllegalArgumentException("no reset key of rotation " + cid.rotation());
    }
  }

  Map<Integer, ResetTokens> resetTokens() {
    Map<Integer, ResetTokens> tokens = new HashMap<>();
    resetByRotation.forEach((rotation, key) -> tokens.put(rotation, new ResetTokens(key)));
    return tokens;
  }

  @Override
  public String toString() {
    return "QuicKeys[rotation=" + cid.rotation() + "]";
  }
}

package io.scalws.server.quic;

import io.scalws.protocol.cid.CidCodec;
import io.scalws.protocol.cid.ResetTokens;
import java.security.SecureRandom;
import java.util.Map;

/**
 * Writes stateless resets (RFC 9000 section 10.3), at most so many a second. Only for ids that are
 * known to be dead: for any other the token must never be told (section 21.11). Event loop only.
 */
final class StatelessResets {
  /** RFC 9000 section 10.3: unpredictable bits and a token. */
  static final int MIN_LENGTH = 21;

  /** Long enough to look like any packet. */
  private static final int MAX_LENGTH = 43;

  private static final int PER_SECOND = 1000;
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final Map<Integer, ResetTokens> tokensByRotation;
  private final SecureRandom random = new SecureRandom();
  private long windowStart;
  private int sentInWindow;

  StatelessResets(Map<Integer, ResetTokens> tokensByRotation) {
    this.tokensByRotation = Map.copyOf(tokensByRotation);
  }

  /** Whether a reset may be sent now; counts it. */
  boolean admit(long now) {
    if (now - windowStart >= SECOND_NANOS) {
      windowStart = now;
      sentInWindow = 0;
    }
    return sentInWindow++ < PER_SECOND;
  }

  /**
   * The reset, or an empty array if the datagram is too short to be answered: a reset is shorter
   * than what triggered it, so that two servers never reset each other's resets.
   */
  byte[] answer(byte[] cid, int triggerLength) {
    ResetTokens tokens = tokensByRotation.get(CidCodec.rotationOf(cid[0] & 0xff));
    int length = Math.min(triggerLength - 1, MAX_LENGTH);
    if (tokens == null || length < MIN_LENGTH) {
      return new byte[0];
    }
    byte[] reset = new byte[length];
    random.nextBytes(reset);
    reset[0] = (byte) (0x40 | (reset[0] & 0x3f));
    byte[] token = tokens.tokenOf(cid);
    System.arraycopy(token, 0, reset, length - token.length, token.length);
    return reset;
  }
}

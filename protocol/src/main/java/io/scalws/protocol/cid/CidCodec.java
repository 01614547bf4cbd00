package io.scalws.protocol.cid;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * The connection ids of this product: 17 octets in the QUIC-LB format with one encryption pass.
 *
 * <pre>
 *   0          1                      9                     17
 *   +----------+----------------------+----------------------+
 *   | rot | 16 |  AES-128(key, server id (8) || nonce (8))   |
 *   +----------+----------------------+----------------------+
 * </pre>
 *
 * One codec for each key epoch. One owner thread, because the ciphers have state; where many ids
 * are decoded at once, {@link CidBatch} costs less.
 */
public final class CidCodec {
  /** Of every connection id that an instance issues, in octets. */
  public static final int CID_LENGTH = 17;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final int firstOctet;
  private final AesBlocks encrypting;
  private final AesBlocks decrypting;
  private final byte[] clear = new byte[AesBlocks.BLOCK_LENGTH];

  public CidCodec(CidKey key) {
    firstOctet = firstOctet(key.rotation());
    encrypting = AesBlocks.encrypting(key);
    decrypting = AesBlocks.decrypting(key);
  }

  /** What an id of that key rotation begins with. */
  static int firstOctet(int rotation) {
    return rotation << 5 | CidFormat.SCALWS.plaintextLength();
  }

  /**
   * The key rotation of an id, by its first octet; 7, which no key has, if the octet does not begin
   * an id of ours.
   */
  public static int rotationOf(int firstOctet) {
    boolean ours = (firstOctet & 0x1f) == CidFormat.SCALWS.plaintextLength();
    return ours ? (firstOctet & 0xff) >>> 5 : 7;
  }

  /**
   * @param nonce never the same twice for one server id and key: random, or a counter through a
   *     permutation
   */
  public byte[] encode(ServerId serverId, long nonce) {
    LONG.set(clear, 0, serverId.toLong());
    LONG.set(clear, 8, nonce);
    byte[] cid = new byte[CID_LENGTH];
    cid[0] = (byte) firstOctet;
    encrypting.transform(clear, 0, 1, cid, 1);
    return cid;
  }

  /**
   * Whom an id names. Not an authentication: any 17 octets with the right first one decode to some
   * server id, so the caller must look it up. Empty if the id has another length or key rotation.
   */
  public Optional<ServerId> decode(byte[] cid) {
    if (cid.length != CID_LENGTH || (cid[0] & 0xff) != firstOctet) {
      return Optional.empty();
    }
    decrypting.transform(cid, 1, 1, clear, 0);
    return Optional.of(ServerId.ofLong((long) LONG.get(clear, 0)));
  }
}

package io.scalws.protocol.cid;

import java.util.Arrays;
import java.util.Optional;

/**
 * The routable connection ids of draft-ietf-quic-load-balancers-21 in every format that it allows:
 *
 * <pre>
 *   0 1 2 3 4 5 6 7
 *  +-----+---------+-----------------------+------------------+
 *  | rot | length  | server id (1..15)     | nonce (4..18)    |
 *  +-----+---------+-----------------------+------------------+
 *    3 b   5 b        encrypted together, unless plaintext
 * </pre>
 *
 * The length is that of what follows the first octet. 16 octets are one AES block; other lengths go
 * through a Feistel network of four passes. This product itself uses {@link CidCodec}; the general
 * form is what shows, against the published vectors, that both speak the draft. One owner thread.
 */
public final class QuicLbCodec {
  private static final int PASSES = 4;

  private final int rotation;
  private final CidFormat format;
  private final Optional<AesBlocks> encrypting;
  private final Optional<AesBlocks> decrypting;

  private QuicLbCodec(
      int rotation,
      CidFormat format,
      Optional<AesBlocks> encrypting,
      Optional<AesBlocks> decrypting) {
    if (rotation < 0 || rotation >= CidKey.ROTATIONS) {
      throw new IllegalArgumentException("a configuration is 0 to 6, not " + rotation);
    }
    this.rotation = rotation;
    this.format = format;
    this.encrypting = encrypting;
    this.decrypting = decrypting;
  }

  public static QuicLbCodec encrypted(CidKey key, CidFormat format) {
    return new QuicLbCodec(
        key.rotation(),
        format,
        Optional.of(AesBlocks.encrypting(key)),
        Optional.of(AesBlocks.decrypting(key)));
  }

  /** Ids that anyone can read, for a balancer that can not decrypt (QUIC-LB section 5.2). */
  public static QuicLbCodec plaintext(int rotation, CidFormat format) {
    return new QuicLbCodec(rotation, format, Optional.empty(), Optional.empty());
  }

  /**
   * @param serverId as long as the format says
   * @param nonce as long as the format says
   */
  public byte[] encode(byte[] serverId, byte[] nonce) {
    if (serverId.length != format.serverIdLength() || nonce.length != format.nonceLength()) {
      throw new IllegalArgumentException(
          "the format is " + format + ", not " + serverId.length + "+" + nonce.length + " octets");
    }
    byte[] cid = new byte[format.cidLength()];
    cid[0] = (byte) (rotation << 5 | format.plaintextLength());
    System.arraycopy(serverId, 0, cid, 1, serverId.length);
    System.arraycopy(nonce, 0, cid, 1 + serverId.length, nonce.length);
    encrypting.ifPresent(
        aes -> {
          if (format.plaintextLength() == AesBlocks.BLOCK_LENGTH) {
            aes.transform(cid.clone(), 1, 1, cid, 1);
          } else {
            feistel(aes, cid, true);
          }
        });
    return cid;
  }

  /**
   * The server id and nonce of an id of this configuration; empty if it names another configuration
   * or is too short. Octets after the id are ignored: a short header does not tell where it ends.
   */
  public Optional<Decoded> decode(byte[] cid) {
    if (cid.length < format.cidLength() || (cid[0] & 0xff) >>> 5 != rotation) {
      return Optional.empty();
    }
    byte[] clear = Arrays.copyOf(cid, format.cidLength());
    if (format.plaintextLength() == AesBlocks.BLOCK_LENGTH) {
      decrypting.ifPresent(aes -> aes.transform(cid, 1, 1, clear, 1));
    } else {
      // A Feistel network runs backwards with the same direction of the block cipher.
      encrypting.ifPresent(aes -> feistel(aes, clear, false));
    }
    int middle = 1 + format.serverIdLength();
    return Optional.of(
        new Decoded(
            Arrays.copyOfRange(clear, 1, middle),
            Arrays.copyOfRange(clear, middle, format.cidLength())));
  }

  /** What a connection id says once decrypted. */
  @SuppressWarnings("ArrayRecordComponent") // Made anew for each call and never shared.
  public record Decoded(byte[] serverId, byte[] nonce) {}

  /** QUIC-LB section 5.5.2, on the octets after the first one, in place. */
  private static void feistel(AesBlocks aes, byte[] cid, boolean forwards) {
    int length = cid.length - 1;
    int half = (length + 1) / 2;
    boolean odd = length % 2 != 0;
    byte[] left = Arrays.copyOfRange(cid, 1, 1 + half);
    byte[] right = Arrays.copyOfRange(cid, cid.length - half, cid.length);
    if (odd) {
      clearLastNibble(left);
      clearFirstNibble(right);
    }
    for (int i = 1; i <= PASSES; i++) {
      int pass = forwards ? i : PASSES + 1 - i;
      boolean changesRight = pass % 2 != 0;
      byte[] source = changesRight ? left : right;
      byte[] target = changesRight ? right : left;
      byte[] mask = new byte[AesBlocks.BLOCK_LENGTH];
      aes.transform(expand(length, pass, source), 0, 1, mask, 0);
      for (int j = 0; j < half; j++) {
        target[j] ^= mask[j];
      }
      if (odd && changesRight) {
        clearFirstNibble(target);
      } else if (odd) {
        clearLastNibble(target);
      }
    }
    System.arraycopy(left, 0, cid, 1, half);
    byte shared = odd ? cid[half] : 0;
    System.arraycopy(right, 0, cid, cid.length - half, half);
    if (odd) {
      // The two halves of an odd length meet in the middle of one octet.
      cid[half] |= shared;
    }
  }

  private static void clearFirstNibble(byte[] half) {
    half[0] &= 0x0f;
  }

  private static void clearLastNibble(byte[] half) {
    half[half.length - 1] &= (byte) 0xf0;
  }

  /** QUIC-LB section 5.5.1: half an id, zeros, the length, the number of the pass; one block. */
  static byte[] expand(int length, int pass, byte[] input) {
    byte[] block = Arrays.copyOf(input, AesBlocks.BLOCK_LENGTH);
    block[14] = (byte) length;
    block[15] = (byte) pass;
    return block;
  }
}

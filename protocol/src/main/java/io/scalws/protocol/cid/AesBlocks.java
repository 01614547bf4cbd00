package io.scalws.protocol.cid;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-128 on whole blocks, without chaining: what QUIC-LB calls AES-ECB. One owner thread, because
 * {@link Cipher} has state.
 */
final class AesBlocks {
  static final int BLOCK_LENGTH = 16;

  private final Cipher cipher;

  private AesBlocks(Cipher cipher) {
    this.cipher = cipher;
  }

  static AesBlocks encrypting(CidKey key) {
    return new AesBlocks(cipher(Cipher.ENCRYPT_MODE, key));
  }

  static AesBlocks decrypting(CidKey key) {
    return new AesBlocks(cipher(Cipher.DECRYPT_MODE, key));
  }

  // A block is the message here: server id and nonce never repeat under one key (QUIC-LB section
  // 5.4), which is all that ECB asks for.
  @SuppressWarnings("InsecureCryptoUsage")
  private static Cipher cipher(int mode, CidKey key) {
    try {
      Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
      cipher.init(mode, new SecretKeySpec(key.octets(), "AES"));
      return cipher;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has AES/ECB/NoPadding", e);
    }
  }

  /** Transforms {@code blocks} blocks of {@code in} into {@code out}; allocates nothing. */
  void transform(byte[] in, int inOffset, int blocks, byte[] out, int outOffset) {
    try {
      int length = blocks * BLOCK_LENGTH;
      int written = cipher.update(in, inOffset, length, out, outOffset);
      if (written != length) {
        throw new IllegalStateException("AES wrote " + written + " of " + length + " octets");
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES on whole blocks has room and no padding", e);
    }
  }
}

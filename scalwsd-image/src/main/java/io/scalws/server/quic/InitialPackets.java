package io.scalws.server.quic;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Writes the one Initial packet that a server sends without a connection: the refusal of a token
 * (RFC 9000 section 8.1.3). Everybody who saw the client's Initial could write it; its keys come
 * from the connection id alone (RFC 9001 section 5.2).
 *
 * <pre>
 *  +--------+-------------+-----+------+-----+------+-----------+--------+----+-------------------+
 *  | 0xc0   | version = 1 | len | dcid | len | scid | token = 0 | length | pn | CONNECTION_CLOSE  |
 *  +--------+-------------+-----+------+-----+------+-----------+--------+----+-------------------+
 * </pre>
 */
final class InitialPackets {
  /** RFC 9000 section 20.1 */
  static final int INVALID_TOKEN = 0x0b;

  private static final byte[] INITIAL_SALT_V1 = {
    0x38,
    0x76,
    0x2c,
    (byte) 0xf7,
    (byte) 0xf5,
    0x59,
    0x34,
    (byte) 0xb3,
    0x4d,
    0x17,
    (byte) 0x9a,
    (byte) 0xe6,
    (byte) 0xa4,
    (byte) 0xc8,
    0x0c,
    (byte) 0xad,
    (byte) 0xcc,
    (byte) 0xbb,
    0x7f,
    0x0a
  };
  private static final int VERSION_1 = 1;
  private static final int TAG_LENGTH = 16;
  private static final int SAMPLE_LENGTH = 16;
  private static final int PACKET_NUMBER_LENGTH = 1;
  private static final int CONNECTION_CLOSE = 0x1c;

  private InitialPackets() {}

  /**
   * A CONNECTION_CLOSE in an Initial packet.
   *
   * @param original the destination connection id of the client's Initial
   * @param to the client's source connection id
   * @param from the connection id that we answer under
   */
  static byte[] close(byte[] original, byte[] to, byte[] from, int error) {
    // Type, error code, frame type that caused it (none: PADDING), length of the reason; PADDING so
    // that the sample of header protection lies within the packet (RFC 9001 section 5.4.2).
    byte[] frames = {CONNECTION_CLOSE, (byte) error, 0, 0, 0, 0};
    int length = PACKET_NUMBER_LENGTH + frames.length + TAG_LENGTH;
    ByteBuffer packet = ByteBuffer.allocate(7 + to.length + from.length + 2 + length);
    packet.put((byte) 0xc0).putInt(VERSION_1);
    packet.put((byte) to.length).put(to).put((byte) from.length).put(from);
    packet.put((byte) 0).put((byte) length);
    int numberAt = packet.position();
    packet.put((byte) 0);
    try {
      Keys keys = Keys.ofServer(original);
      Cipher gcm = Cipher.getInstance("AES/GCM/NoPadding");
      // Packet number 0 leaves the IV as it is.
      gcm.init(Cipher.ENCRYPT_MODE, keys.key(), new GCMParameterSpec(8 * TAG_LENGTH, keys.iv()));
      gcm.updateAAD(packet.array(), 0, packet.position());
      packet.put(gcm.doFinal(frames));
      byte[] octets = Arrays.copyOf(packet.array(), packet.position());
      protect(octets, numberAt, keys.headerKey());
      return octets;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has AES-GCM and HKDF", e);
    }
  }

  /** RFC 9001 section 5.4.1 */
  private static void protect(byte[] packet, int numberAt, SecretKey headerKey)
      throws GeneralSecurityException {
    Cipher ecb = Cipher.getInstance("AES/ECB/NoPadding");
    ecb.init(Cipher.ENCRYPT_MODE, headerKey);
    byte[] mask = ecb.doFinal(packet, numberAt + 4, SAMPLE_LENGTH);
    packet[0] ^= (byte) (mask[0] & 0x0f);
    packet[numberAt] ^= mask[1];
  }

  /** The keys of one direction (RFC 9001 section 5.2). */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  record Keys(SecretKey key, byte[] iv, SecretKey headerKey) {
    static Keys ofServer(byte[] original) throws GeneralSecurityException {
      return of(original, "server in");
    }

    static Keys of(byte[] original, String side) throws GeneralSecurityException {
      KDF hkdf = KDF.getInstance("HKDF-SHA256");
      byte[] initial =
          hkdf.deriveData(
              HKDFParameterSpec.ofExtract()
                  .addSalt(INITIAL_SALT_V1)
                  .addIKM(original)
                  .extractOnly());
      byte[] secret = expand(hkdf, initial, side, 32);
      return new Keys(
          new SecretKeySpec(expand(hkdf, secret, "quic key", 16), "AES"),
          expand(hkdf, secret, "quic iv", 12),
          new SecretKeySpec(expand(hkdf, secret, "quic hp", 16), "AES"));
    }

    /** HKDF-Expand-Label (RFC 8446 section 7.1). */
    private static byte[] expand(KDF hkdf, byte[] secret, String label, int length)
        throws GeneralSecurityException {
      byte[] name = ("tls13 " + label).getBytes(StandardCharsets.US_ASCII);
      ByteBuffer info = ByteBuffer.allocate(4 + name.length);
      info.putShort((short) length).put((byte) name.length).put(name).put((byte) 0);
      return hkdf.deriveData(
          HKDFParameterSpec.expandOnly(new SecretKeySpec(secret, "Generic"), info.array(), length));
    }
  }
}

package io.scalws.certificates;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Private keys in PEM: PKCS #8, and the older forms of RSA (PKCS #1) and EC (RFC 5915). */
public final class PrivateKeys {
  private static final Pattern PEM =
      Pattern.compile("-----BEGIN ([A-Z ]*PRIVATE KEY)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");

  /** AlgorithmIdentifier of rsaEncryption (RFC 8017). */
  private static final byte[] RSA = HexFormat.of().parseHex("300d06092a864886f70d0101010500");

  private PrivateKeys() {}

  /** Fails with a clause that says why it is none. */
  public static PrivateKey parse(byte[] pem) throws GeneralSecurityException {
    Matcher matcher = PEM.matcher(new String(pem, StandardCharsets.ISO_8859_1));
    if (!matcher.find()) {
      throw new InvalidKeyException("there is no PRIVATE KEY block");
    }
    byte[] der = decode(matcher.group(2));
    return switch (matcher.group(1)) {
      case "PRIVATE KEY" -> anyAlgorithm(der);
      case "RSA PRIVATE KEY" -> anyAlgorithm(wrap(RSA, der));
      case "EC PRIVATE KEY" -> anyAlgorithm(wrap(ecAlgorithm(der), der));
      case "ENCRYPTED PRIVATE KEY" ->
          throw new InvalidKeyException("it is encrypted, and nobody is there to type a password");
      default -> throw new InvalidKeyException("the form " + matcher.group(1) + " is not known");
    };
  }

  private static byte[] decode(String base64) throws InvalidKeyException {
    try {
      return Base64.getMimeDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw new InvalidKeyException("it is not Base64", e);
    }
  }

  private static PrivateKey anyAlgorithm(byte[] pkcs8) throws GeneralSecurityException {
    for (String algorithm : List.of("RSA", "EC", "EdDSA")) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
      } catch (InvalidKeySpecException e) {
        // Of another algorithm, or of none; the next one tells.
      }
    }
    throw new InvalidKeyException("it is neither RSA nor EC nor EdDSA, or it is damaged");
  }

  /** RFC 5958: PrivateKeyInfo = {version 0, algorithm, OCTET STRING key}. */
  private static byte[] wrap(byte[] algorithm, byte[] key) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(new byte[] {2, 1, 0});
    body.writeBytes(algorithm);
    body.writeBytes(tlv(0x04, key));
    return tlv(0x30, body.toByteArray());
  }

  /** AlgorithmIdentifier of id-ecPublicKey with the curve that RFC 5915's parameters [0] name. */
  private static byte[] ecAlgorithm(byte[] key) throws InvalidKeyException {
    for (int i = 0; i + 2 < key.length; i++) {
      boolean parameters = (key[i] & 0xff) == 0xa0 && key[i + 2] == 0x06;
      int length = key[i + 1] & 0xff;
      if (parameters && length < 0x80 && i + 2 + length <= key.length) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(HexFormat.of().parseHex("06072a8648ce3d0201"));
        body.write(key, i + 2, length);
        return tlv(0x30, body.toByteArray());
      }
    }
    throw new InvalidKeyException("it does not name its curve");
  }

  private static byte[] tlv(int tag, byte[] value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    if (value.length < 0x80) {
      out.write(value.length);
    } else if (value.length < 0x100) {
      out.write(0x81);
      out.write(value.length);
    } else {
      out.write(0x82);
      out.write(value.length >> 8);
      out.write(value.length);
    }
    out.writeBytes(value);
    return out.toByteArray();
  }
}

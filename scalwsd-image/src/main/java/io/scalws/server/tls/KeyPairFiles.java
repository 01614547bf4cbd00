package io.scalws.server.tls;

import io.scalws.planning.spec.CertificateFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A certificate chain and its key, read from PEM files and checked to belong together.
 *
 * @param chain leaf first
 */
record KeyPairFiles(List<X509Certificate> chain, PrivateKey key) {
  private static final Pattern PEM =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");
  private static final List<String> ALGORITHMS = List.of("EC", "RSA", "EdDSA");
  private static final int DNS_NAME = 2;

  static KeyPairFiles read(CertificateFiles files) throws CertificateException {
    List<X509Certificate> chain = chain(files.certificate());
    PrivateKey key = key(files.key());
    if (!belongTogether(chain.getFirst(), key)) {
      throw new CertificateException(
          files.key()
              + ": is not the key of the certificate in "
              + files.certificate()
              + "; give the key that the certificate was made with");
    }
    return new KeyPairFiles(chain, key);
  }

  private static List<X509Certificate> chain(String file) throws CertificateException {
    byte[] octets = octets(file, "certificate");
    try {
      Collection<? extends Certificate> found =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(octets));
      List<X509Certificate> chain = new ArrayList<>();
      found.forEach(each -> chain.add((X509Certificate) each));
      if (chain.isEmpty()) {
        throw new CertificateException(
            file + ": holds no certificate; expected PEM with BEGIN CERTIFICATE, leaf first");
      }
      return chain;
    } catch (GeneralSecurityException e) {
      throw new CertificateException(
          file + ": is no certificate; expected PEM with BEGIN CERTIFICATE, leaf first", e);
    }
  }

  private static PrivateKey key(String file) throws CertificateException {
    Matcher pem = PEM.matcher(new String(octets(file, "key"), StandardCharsets.ISO_8859_1));
    List<String> kinds = new ArrayList<>();
    while (pem.find()) {
      kinds.add(pem.group(1));
      if (pem.group(1).equals("PRIVATE KEY")) {
        return key(file, Base64.getMimeDecoder().decode(pem.group(2)));
      }
    }
    String found = kinds.isEmpty() ? "nothing in PEM" : "BEGIN " + String.join(", BEGIN ", kinds);
    throw new CertificateException(
        file
            + ": expected an unencrypted PKCS#8 key (BEGIN PRIVATE KEY), found "
            + found
            + "; convert it with: openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW");
  }

  private static PrivateKey key(String file, byte[] pkcs8) throws CertificateException {
    GeneralSecurityException last = null;
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
      } catch (GeneralSecurityException e) {
        last = e;
      }
    }
    throw new CertificateException(
        file + ": is no EC, RSA or Ed25519 key in PKCS#8; make a new one", last);
  }

  private static byte[] octets(String file, String what) throws CertificateException {
    try {
      return Files.readAllBytes(Path.of(file));
    } catch (NoSuchFileException e) {
      throw new CertificateException(
          file + ": there is no such " + what + " file; mount the Secret or correct the name", e);
    } catch (AccessDeniedException e) {
      throw new CertificateException(
          file + ": the " + what + " may not be read by this user; correct its mode or owner", e);
    } catch (IOException e) {
      throw new CertificateException(file + ": the " + what + " cannot be read: " + e, e);
    }
  }

  /** A signature by the key that the certificate verifies. */
  private static boolean belongTogether(X509Certificate certificate, PrivateKey key) {
    String algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> "EdDSA";
        };
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update((byte) 1);
      byte[] signed = signature.sign();
      signature.initVerify(certificate.getPublicKey());
      signature.update((byte) 1);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /** The DNS names of the leaf, in lower case, wildcards included. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    try {
      Collection<List<?>> alternatives = chain.getFirst().getSubjectAlternativeNames();
      if (alternatives != null) {
        for (List<?> each : alternatives) {
          if (each.getFirst().equals(DNS_NAME)) {
            names.add(each.get(1).toString().toLowerCase(java.util.Locale.ROOT));
          }
        }
      }
    } catch (java.security.cert.CertificateParsingException e) {
      // Without readable names it can still be the default.
      return List.of();
    }
    return names;
  }

  X509Certificate[] chainArray() {
    return chain.toArray(new X509Certificate[0]);
  }
}

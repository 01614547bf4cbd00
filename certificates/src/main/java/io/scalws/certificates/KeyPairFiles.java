package io.scalws.certificates;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * A certificate chain and its key, read from PEM files and checked to belong together.
 *
 * @param chain leaf first
 */
public record KeyPairFiles(List<X509Certificate> chain, PrivateKey key) {
  private static final int DNS_NAME = 2;

  public KeyPairFiles {
    chain = List.copyOf(chain);
  }

  /**
   * @param certificateFile path of the chain
   * @param keyFile path of the key
   */
  public static KeyPairFiles read(String certificateFile, String keyFile)
      throws CertificateException {
    List<X509Certificate> chain = chain(certificateFile);
    PrivateKey key = key(keyFile);
    if (!belongTogether(chain.getFirst(), key)) {
      throw new CertificateException(
          keyFile
              + ": is not the key of the certificate in "
              + certificateFile
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
    byte[] octets = octets(file, "key");
    try {
      return PrivateKeys.parse(octets);
    } catch (GeneralSecurityException e) {
      throw new CertificateException(
          file + ": is no private key that can be used: " + e.getMessage() + "; it must be PEM", e);
    }
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
  public List<String> names() {
    List<String> names = new ArrayList<>();
    try {
      Collection<List<?>> alternatives = chain.getFirst().getSubjectAlternativeNames();
      if (alternatives != null) {
        for (List<?> each : alternatives) {
          if (each.getFirst().equals(DNS_NAME)) {
            names.add(each.get(1).toString().toLowerCase(Locale.ROOT));
          }
        }
      }
    } catch (java.security.cert.CertificateParsingException e) {
      // Without readable names it can still be the default.
      return List.of();
    }
    return names;
  }

  /** As libraries want it. */
  public X509Certificate[] chainArray() {
    return chain.toArray(new X509Certificate[0]);
  }
}

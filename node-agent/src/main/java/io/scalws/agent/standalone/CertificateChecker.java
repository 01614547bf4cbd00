package io.scalws.agent.standalone;

import io.scalws.agent.standalone.CertificateCheck.Finding;
import io.scalws.agent.standalone.CertificateCheck.Request;
import io.scalws.certificates.PrivateKeys;
import io.scalws.certificates.SelfSigned;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Main class of the short-lived process that reads certificates and keys: requests on standard
 * input, findings on standard output. It also makes self-signed certificates.
 */
public final class CertificateChecker {
  private static final Duration SOON = Duration.ofDays(7);

  private final List<Finding> findings = new ArrayList<>();
  private final Instant now;

  CertificateChecker(Instant now) {
    this.now = now;
  }

  public static void main(String[] arguments) throws IOException {
    PrintStream out = System.out;
    CertificateChecker checker = new CertificateChecker(Instant.now());
    for (Request request : CertificateCheck.read(System.in.readAllBytes())) {
      checker.check(request);
    }
    out.write(CertificateCheck.write(checker.findings()));
    out.flush();
  }

  List<Finding> findings() {
    return List.copyOf(findings);
  }

  void check(Request request) {
    Path certificate = Path.of(request.certificate());
    Path key = Path.of(request.key());
    if (request.selfSigned()) {
      selfSigned(request, certificate, key);
      return;
    }
    Optional<byte[]> chain = read(request, certificate, "tls.crt");
    Optional<byte[]> secret = read(request, key, "tls.key");
    if (chain.isEmpty() || secret.isEmpty()) {
      return;
    }
    Optional<X509Certificate> leaf = leaf(request, certificate, chain.get());
    Optional<PrivateKey> privateKey = privateKey(request, key, secret.get());
    if (leaf.isPresent() && privateKey.isPresent()) {
      match(request, key, leaf.get(), privateKey.get());
      validity(request, certificate, leaf.get());
    }
  }

  private void selfSigned(Request request, Path certificate, Path key) {
    try {
      boolean usable = Files.exists(key) && SelfSigned.isFresh(certificate, now);
      if (!usable) {
        SelfSigned.make(certificate, key, request.hostnames());
      }
      findings.add(
          new Finding(
              request.path(),
              false,
              "a throw-away certificate is used; browsers and curl refuse it unless told not to, so"
                  + " use certificateRefs for anything but trying things out"));
    } catch (IOException | GeneralSecurityException e) {
      fatal(request, "cannot make a self-signed certificate: " + e.getMessage());
    }
  }

  private Optional<byte[]> read(Request request, Path file, String key) {
    try {
      return Optional.of(Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      fatal(
          request,
          file
              + " does not exist; put the Secret's "
              + key
              + " there or name another directory with --secrets-dir");
    } catch (AccessDeniedException e) {
      fatal(request, file + " cannot be read: permission denied; change its owner or mode");
    } catch (IOException e) {
      fatal(request, file + " cannot be read: " + e.getMessage());
    }
    return Optional.empty();
  }

  private Optional<X509Certificate> leaf(Request request, Path file, byte[] pem) {
    try {
      return CertificateFactory.getInstance("X.509")
          .generateCertificates(new ByteArrayInputStream(pem))
          .stream()
          .map(X509Certificate.class::cast)
          .findFirst()
          .or(
              () -> {
                fatal(request, file + " holds no certificate; it must be PEM, the leaf first");
                return Optional.empty();
              });
    } catch (CertificateException e) {
      fatal(request, file + " is no certificate: it must be PEM, the leaf first");
      return Optional.empty();
    }
  }

  private Optional<PrivateKey> privateKey(Request request, Path file, byte[] pem) {
    try {
      return Optional.of(PrivateKeys.parse(pem));
    } catch (GeneralSecurityException e) {
      fatal(
          request,
          file + " is no private key that can be used: " + e.getMessage() + "; it must be PEM");
      return Optional.empty();
    }
  }

  private void match(Request request, Path file, X509Certificate leaf, PrivateKey key) {
    try {
      if (!matches(leaf, key)) {
        fatal(request, file + " does not belong to the certificate beside it");
      }
    } catch (GeneralSecurityException e) {
      fatal(request, file + " does not belong to the certificate beside it");
    }
  }

  private static boolean matches(X509Certificate leaf, PrivateKey key)
      throws GeneralSecurityException {
    String algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          case "EdDSA", "Ed25519" -> "EdDSA";
          default -> key.getAlgorithm();
        };
    byte[] challenge = leaf.getSerialNumber().toByteArray();
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(key);
    signature.update(challenge);
    byte[] signed = signature.sign();
    signature.initVerify(leaf.getPublicKey());
    signature.update(challenge);
    return signature.verify(signed);
  }

  private void validity(Request request, Path file, X509Certificate leaf) {
    Instant end = leaf.getNotAfter().toInstant();
    if (now.isAfter(end)) {
      warning(request, file + " expired at " + end + "; clients refuse it, renew it");
    } else if (now.isBefore(leaf.getNotBefore().toInstant())) {
      warning(request, file + " is valid only from " + leaf.getNotBefore().toInstant());
    } else if (now.plus(SOON).isAfter(end)) {
      warning(request, file + " expires at " + end + "; renew it");
    }
  }

  private void fatal(Request request, String message) {
    findings.add(
        new Finding(request.path(), true, "Secret \"" + request.name() + "\": " + message));
  }

  private void warning(Request request, String message) {
    findings.add(
        new Finding(request.path(), false, "Secret \"" + request.name() + "\": " + message));
  }
}

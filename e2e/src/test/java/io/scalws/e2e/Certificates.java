package io.scalws.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;

/** A secrets directory with one throw-away certificate for localhost, made once per test run. */
final class Certificates {
  static final Path FOLDER = make();

  private Certificates() {}

  /** The name to use in {@code certificateRefs}. */
  static final String NAME = "web-tls";

  /** The certificate, which is its own authority. */
  static String authority() {
    return FOLDER.resolve(NAME).resolve("tls.crt").toString();
  }

  /** The private key of {@link #authority()}, which is the server's certificate too. */
  static String key() {
    return FOLDER.resolve(NAME).resolve("tls.key").toString();
  }

  /** Base64 of the SHA-256 of the public key, by which Chromium can be told to trust it. */
  static String publicKeyHash() {
    try (InputStream in = Files.newInputStream(Path.of(authority()))) {
      byte[] key =
          CertificateFactory.getInstance("X.509")
              .generateCertificate(in)
              .getPublicKey()
              .getEncoded();
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(key));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path make() {
    try {
      Path folder = Files.createTempDirectory("scalws-e2e-secrets");
      folder.toFile().deleteOnExit();
      Path secret = Files.createDirectory(folder.resolve("web-tls"));
      Commands.run(
              Duration.ofSeconds(20),
              "openssl",
              "req",
              "-x509",
              "-newkey",
              "ec",
              "-pkeyopt",
              "ec_paramgen_curve:prime256v1",
              "-nodes",
              "-days",
              "2",
              "-subj",
              "/CN=localhost",
              "-addext",
              "subjectAltName=DNS:localhost,DNS:other.example,IP:127.0.0.1,IP:127.0.0.2,IP:::1",
              "-keyout",
              secret.resolve("tls.key").toString(),
              "-out",
              secret.resolve("tls.crt").toString())
          .succeeded();
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

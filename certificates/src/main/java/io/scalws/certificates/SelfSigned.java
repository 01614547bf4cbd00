package io.scalws.certificates;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;

/** Throw-away certificates, made by the JDK's keytool. */
public final class SelfSigned {
  private static final String PASSWORD_VARIABLE = "SCALWS_KEYSTORE_PASSWORD";
  private static final String ALIAS = "scalws";
  private static final Duration LEFT = Duration.ofDays(1);

  private SelfSigned() {}

  /** Whether there is one that is valid for a while yet. */
  public static boolean isFresh(Path certificate, Instant now) {
    try (InputStream in = Files.newInputStream(certificate)) {
      X509Certificate leaf =
          (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
      return now.plus(LEFT).isBefore(leaf.getNotAfter().toInstant());
    } catch (IOException | CertificateException e) {
      return false;
    }
  }

  /** Replaces both files; the key can be read by this user alone. */
  public static void make(Path certificate, Path key, List<String> hostnames)
      throws IOException, GeneralSecurityException {
    Path folder = Files.createDirectories(certificate.getParent());
    Path store = folder.resolve("store.p12");
    Files.deleteIfExists(store);
    byte[] random = new byte[16];
    new SecureRandom().nextBytes(random);
    String password = HexFormat.of().formatHex(random);
    keytool(store, password, hostnames);
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, password.toCharArray());
    }
    Files.delete(store);
    write(key, "PRIVATE KEY", keys.getKey(ALIAS, password.toCharArray()).getEncoded(), "rw-------");
    write(certificate, "CERTIFICATE", keys.getCertificate(ALIAS).getEncoded(), "rw-r--r--");
  }

  private static void keytool(Path store, String password, List<String> hostnames)
      throws IOException {
    StringJoiner names = new StringJoiner(",", "SAN=", "");
    hostnames.forEach(hostname -> names.add("dns:" + hostname));
    names.add("ip:127.0.0.1").add("ip:::1");
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=scalws self-signed",
                "-validity",
                "90",
                "-ext",
                names.toString(),
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass:env",
                PASSWORD_VARIABLE)
            .redirectErrorStream(true);
    builder.environment().put(PASSWORD_VARIABLE, password);
    Process process = builder.start();
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    try {
      if (process.waitFor() != 0) {
        throw new IOException("keytool failed: " + said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while keytool ran", e);
    }
  }

  private static void write(Path file, String type, byte[] der, String mode) throws IOException {
    String pem =
        "-----BEGIN "
            + type
            + "-----\n"
            + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
            + "\n-----END "
            + type
            + "-----\n";
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode)));
    Files.writeString(file, pem);
  }
}

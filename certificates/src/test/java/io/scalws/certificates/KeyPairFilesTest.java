package io.scalws.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyPairFilesTest {
  @TempDir private Path folder;
  private Path certificate;
  private Path key;

  @BeforeEach
  void make() throws IOException, GeneralSecurityException {
    certificate = folder.resolve("tls.crt");
    key = folder.resolve("tls.key");
    SelfSigned.make(certificate, key, List.of("One.example", "*.two.example"));
  }

  @Test
  void aSelfSignedPairBelongsTogetherAndNamesItsHosts() throws CertificateException {
    KeyPairFiles pair = KeyPairFiles.read(certificate.toString(), key.toString());

    assertThat(pair.names()).containsExactly("one.example", "*.two.example");
    assertThat(SelfSigned.isFresh(certificate, Instant.now())).isTrue();
    assertThat(SelfSigned.isFresh(certificate, Instant.now().plus(Duration.ofDays(90)))).isFalse();
  }

  @Test
  void theOldFormOfAnEcKeyIsTaken() throws Exception {
    convert("-traditional");
    assertThat(Files.readString(key)).contains("BEGIN EC PRIVATE KEY");

    assertThat(KeyPairFiles.read(certificate.toString(), key.toString()).key().getAlgorithm())
        .isEqualTo("EC");
  }

  @Test
  void anotherKeyIsRefusedByName() throws Exception {
    Path other = Files.createDirectory(folder.resolve("other"));
    SelfSigned.make(other.resolve("tls.crt"), other.resolve("tls.key"), List.of());

    assertThatThrownBy(
            () -> KeyPairFiles.read(certificate.toString(), other.resolve("tls.key").toString()))
        .isInstanceOf(CertificateException.class)
        .hasMessageContaining(other + "/tls.key: is not the key of the certificate in");
  }

  @Test
  void whatIsNoKeyAndWhatIsMissingIsSaid() throws IOException {
    Files.writeString(key, "no key");
    assertThatThrownBy(() -> KeyPairFiles.read(certificate.toString(), key.toString()))
        .hasMessage(
            key
                + ": is no private key that can be used: there is no PRIVATE KEY block; it must be"
                + " PEM");

    Files.delete(key);
    assertThatThrownBy(() -> KeyPairFiles.read(certificate.toString(), key.toString()))
        .hasMessageContaining("there is no such key file");
  }

  private void convert(String form) throws IOException, InterruptedException {
    Path converted = folder.resolve("converted.key");
    Process process =
        new ProcessBuilder(
                "openssl", "pkey", form, "-in", key.toString(), "-out", converted.toString())
            .start();
    assertThat(process.waitFor()).isZero();
    Files.move(converted, key, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }
}

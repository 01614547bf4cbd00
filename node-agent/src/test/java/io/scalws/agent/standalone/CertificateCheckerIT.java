package io.scalws.agent.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.scalws.agent.standalone.CertificateCheck.Finding;
import io.scalws.agent.standalone.CertificateCheck.Request;
import io.scalws.certificates.SelfSigned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateCheckerIT {
  @TempDir Path folder;

  @BeforeEach
  void makeCertificates() throws IOException, GeneralSecurityException {
    for (String name : List.of("a", "b")) {
      SelfSigned.make(certificate(name), key(name), List.of("localhost", "*.example.com"));
    }
  }

  private Path certificate(String name) {
    return folder.resolve(name).resolve("tls.crt");
  }

  private Path key(String name) {
    return folder.resolve(name).resolve("tls.key");
  }

  private List<Finding> check(Instant now) {
    CertificateChecker checker = new CertificateChecker(now);
    checker.check(
        new Request("p", "a", certificate("a").toString(), key("a").toString(), false, List.of()));
    return checker.findings();
  }

  @Test
  void aCertificateWithItsKeyIsFine() throws IOException {
    assertThat(check(Instant.now())).isEmpty();
    assertThat(Files.getPosixFilePermissions(key("a")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void anExpiredOneIsAWarning() {
    assertThat(check(Instant.now().plus(Duration.ofDays(365))))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.fatal()).isFalse();
              assertThat(finding.message()).contains("expired at").contains("renew it");
            });
  }

  @Test
  void anotherOnesKeyIsFatal() throws IOException {
    Files.copy(key("b"), key("a"), StandardCopyOption.REPLACE_EXISTING);
    assertThat(check(Instant.now()))
        .containsExactly(
            new Finding(
                "p",
                true,
                "Secret \"a\": " + key("a") + " does not belong to the certificate beside it"));
  }

  @Test
  void whatIsNoCertificateOrKeyIsFatal() throws IOException {
    Files.writeString(certificate("a"), "hello");
    Files.writeString(key("a"), "hello");
    assertThat(check(Instant.now()))
        .extracting(Finding::message)
        .containsExactly(
            "Secret \"a\": "
                + certificate("a")
                + " is no certificate: it must be PEM, the leaf first",
            "Secret \"a\": "
                + key("a")
                + " is no private key that can be used: there is no PRIVATE KEY block; it must be"
                + " PEM");
  }
}

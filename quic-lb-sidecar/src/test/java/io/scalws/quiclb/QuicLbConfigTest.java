package io.scalws.quiclb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class QuicLbConfigTest {
  @Test
  void defaults() {
    QuicLbConfig config =
        QuicLbConfig.parse("--agent-socket", "/run/scalws/agent.sock", "--id", "quic-lb-1");
    assertThat(config.id()).isEqualTo("quic-lb-1");
    assertThat(config.folder()).isEqualTo(Path.of("/run/scalws/quic-lb"));
    assertThat(config.admin().getPort()).isZero();
    assertThat(config.admin().getAddress().isLoopbackAddress()).isTrue();
    assertThat(config.gatherDeadline()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void ipv6AdminAddress() {
    QuicLbConfig config =
        QuicLbConfig.parse("--agent-socket", "a", "--id", "b", "--admin", "[::1]:9100");
    assertThat(config.admin().getPort()).isEqualTo(9100);
    assertThat(config.admin().getAddress().getHostAddress()).contains(":");
  }

  @Test
  void whatIsWrongIsSaid() {
    assertThatThrownBy(() -> QuicLbConfig.parse("--id", "x"))
        .hasMessageContaining("--agent-socket and --id are needed");
    assertThatThrownBy(() -> QuicLbConfig.parse("--id")).hasMessageContaining("--id needs a value");
    assertThatThrownBy(() -> QuicLbConfig.parse("--ids", "x"))
        .hasMessageContaining("unknown option --ids");
    assertThatThrownBy(
            () -> QuicLbConfig.parse("--agent-socket", "a", "--id", "b", "--admin", "nowhere"))
        .hasMessageContaining("--admin takes HOST:PORT, not nowhere");
    assertThatThrownBy(
            () -> QuicLbConfig.parse("--agent-socket", "a", "--id", "b", "--admin", "::1:99999"))
        .hasMessageContaining("--admin takes the address and port");
  }
}

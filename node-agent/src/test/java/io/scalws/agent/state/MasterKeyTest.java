package io.scalws.agent.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.scalws.protocol.message.KeyEpoch;
import io.scalws.protocol.message.Secret;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MasterKeyTest {
  private static final MasterKey KEY = MasterKey.of(new byte[32]);

  @Test
  void everyPurposeRuntimeAndEpochHasItsOwnKey() {
    Set<String> seen = new HashSet<>();
    for (KeyEpoch epoch : List.of(KEY.epoch("a/b", 0), KEY.epoch("a/b", 1), KEY.epoch("a/c", 0))) {
      for (Secret secret :
          List.of(epoch.cidKey(), epoch.resetKey(), epoch.ticketKey(), epoch.retryKey())) {
        assertThat(seen.add(HexFormat.of().formatHex(secret.octets(), 0, 16))).isTrue();
      }
    }
    assertThat(seen).hasSize(12);
  }

  @Test
  void theSameMasterKeyGivesTheSameKeys() {
    assertThat(MasterKey.of(new byte[32]).epoch("a/b", 3)).isEqualTo(KEY.epoch("a/b", 3));
  }

  @Test
  void sevenRotationsBeginAnew() {
    assertThat(KEY.epoch("a/b", 6).rotation()).isEqualTo(6);
    assertThat(KEY.epoch("a/b", 7).rotation()).isZero();
  }
}

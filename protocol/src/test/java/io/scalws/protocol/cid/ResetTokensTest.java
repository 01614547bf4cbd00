package io.scalws.protocol.cid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class ResetTokensTest {
  private final byte[] cid =
      new CidCodec(CidKey.of(2, new byte[16])).encode(new ServerId(1, 2, 3), 4);

  @Test
  void isTheKeyedHashOfRotationAndId() {
    // Computed with another implementation: HMAC-SHA256(key 00..1f, 03 || 61).
    byte[] key = new byte[32];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) i;
    }
    assertThat(HexFormat.of().formatHex(new ResetTokens(key).tokenOf(new byte[] {0x61})))
        .isEqualTo("4fee3b24214c0782aff9c6815fab807e");
  }

  @Test
  void isTheSameAtEveryInstanceAndDiffersByIdAndKey() {
    byte[] key = new byte[32];
    byte[] token = new ResetTokens(key).tokenOf(cid);
    assertThat(token).hasSize(ResetTokens.LENGTH);
    assertThat(new ResetTokens(key.clone()).tokenOf(cid)).isEqualTo(token);

    byte[] otherCid = cid.clone();
    otherCid[16]++;
    assertThat(new ResetTokens(key).tokenOf(otherCid)).isNotEqualTo(token);

    byte[] otherKey = key.clone();
    otherKey[0]++;
    assertThat(new ResetTokens(otherKey).tokenOf(cid)).isNotEqualTo(token);
  }

  @Test
  void aShortKeyIsRefused() {
    assertThatThrownBy(() -> new ResetTokens(new byte[15]))
        .hasMessageContaining("16 octets or more, not 15");
  }
}

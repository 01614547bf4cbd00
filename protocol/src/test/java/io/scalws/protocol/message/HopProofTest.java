package io.scalws.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.scalws.protocol.cid.ServerId;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class HopProofTest {
  @Test
  void isTheKeyedHashOfTheServerId() {
    // Computed with another implementation.
    Secret proof = HopProof.of(Secret.of(new byte[32]), new ServerId(1, 2, 3));
    assertThat(HexFormat.of().formatHex(proof.octets()))
        .isEqualTo("c45f943188bba5159540325a05833705");
  }

  @Test
  void anotherIdHasAnotherProof() {
    Secret key = Secret.of(new byte[32]);
    assertThat(HopProof.of(key, new ServerId(1, 2, 4)))
        .isNotEqualTo(HopProof.of(key, new ServerId(1, 2, 3)));
  }
}

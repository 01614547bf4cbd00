package io.scalws.server.quic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import org.junit.jupiter.api.Test;

class InitialPacketsTest {
  private static final HexFormat HEX = HexFormat.of();

  @Test
  void keysAreThoseOfTheSpecification() throws Exception {
    // RFC 9001 appendix A.1
    byte[] dcid = HEX.parseHex("8394c8f03e515708");
    InitialPackets.Keys server = InitialPackets.Keys.ofServer(dcid);
    assertThat(server.key().getEncoded())
        .isEqualTo(HEX.parseHex("cf3a5331653c364c88f0f379b6067e37"));
    assertThat(server.iv()).isEqualTo(HEX.parseHex("0ac1493ca1905853b0bba03e"));
    assertThat(server.headerKey().getEncoded())
        .isEqualTo(HEX.parseHex("c206b8d9b9f0f37644430b490eeaa314"));
    InitialPackets.Keys client = InitialPackets.Keys.of(dcid, "client in");
    assertThat(client.key().getEncoded())
        .isEqualTo(HEX.parseHex("1f369613dd76d5467730efcbe3b1a22d"));
  }

  @Test
  void aCloseCanBeReadByWhoeverSawTheInitial() throws Exception {
    byte[] original = HEX.parseHex("8394c8f03e515708");
    byte[] to = {1, 2, 3};
    byte[] from = {9, 8};
    byte[] packet = InitialPackets.close(original, to, from, InitialPackets.INVALID_TOKEN);

    InitialPackets.Keys keys = InitialPackets.Keys.ofServer(original);
    int numberAt = 7 + to.length + from.length + 2;
    Cipher ecb = Cipher.getInstance("AES/ECB/NoPadding");
    ecb.init(Cipher.ENCRYPT_MODE, keys.headerKey());
    byte[] mask = ecb.doFinal(packet, numberAt + 4, 16);
    packet[0] ^= (byte) (mask[0] & 0x0f);
    packet[numberAt] ^= mask[1];
    assertThat(packet[0]).as("Initial, packet number of one octet").isEqualTo((byte) 0xc0);
    assertThat(Arrays.copyOfRange(packet, 5, 9)).containsExactly(3, 1, 2, 3);
    assertThat(packet[numberAt]).isZero();
    Cipher gcm = Cipher.getInstance("AES/GCM/NoPadding");
    gcm.init(Cipher.DECRYPT_MODE, keys.key(), new GCMParameterSpec(128, keys.iv()));
    gcm.updateAAD(packet, 0, numberAt + 1);
    byte[] frames = gcm.doFinal(packet, numberAt + 1, packet.length - numberAt - 1);
    assertThat(Arrays.copyOf(frames, 2)).as("CONNECTION_CLOSE").containsExactly(0x1c, 0x0b);
  }
}

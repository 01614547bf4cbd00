package io.scalws.protocol.cid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every vector of the draft, of google/quiche and of the matrix over all lengths, both ways.
 *
 * <p>Two vectors are misprinted in the draft. "unenc-2" has an odd number of hexadecimal digits and
 * a first octet that does not tell the length: it can only be refused. "enc-4" prints configuration
 * 3 while its id says 0: it is tested as what its octets say.
 */
class QuicLbVectorsTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final JsonNode FILE = read();

  private static JsonNode read() {
    try (InputStream in = QuicLbVectorsTest.class.getResourceAsStream("/quic-lb-vectors.json")) {
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @TestFactory
  Stream<DynamicTest> verifiedVectorsBothWays() {
    List<JsonNode> vectors = new ArrayList<>();
    FILE.get("published").forEach(vectors::add);
    vectors.add(FILE.get("worked_example"));
    FILE.get("generated_matrix").get("vectors").forEach(vectors::add);
    vectors.removeIf(vector -> !vector.has("cid"));
    assertThat(vectors).hasSizeGreaterThan(100);
    return vectors.stream()
        .map(vector -> DynamicTest.dynamicTest(vector.toString(), () -> bothWays(vector)));
  }

  private static void bothWays(JsonNode vector) {
    byte[] serverId = HEX.parseHex(vector.get("server_id").asText());
    byte[] nonce = HEX.parseHex(vector.get("nonce").asText());
    byte[] cid = HEX.parseHex(vector.get("cid").asText());
    CidFormat format = new CidFormat(serverId.length, nonce.length);
    int rotation = vector.get("config_rotation").asInt();
    boolean clear = !vector.has("key") || vector.get("key").isNull();
    QuicLbCodec codec =
        clear
            ? QuicLbCodec.plaintext(rotation, format)
            : QuicLbCodec.encrypted(
                CidKey.of(rotation, HEX.parseHex(vector.get("key").asText())), format);

    assertThat(codec.encode(serverId, nonce)).isEqualTo(cid);

    QuicLbCodec.Decoded decoded = codec.decode(cid).orElseThrow();
    assertThat(decoded.serverId()).isEqualTo(serverId);
    assertThat(decoded.nonce()).isEqualTo(nonce);
  }

  @Test
  void everyVectorOfTheDraftIsEitherTestedOrKnownToBeMisprinted() {
    List<String> withoutCid =
        StreamSupport.stream(FILE.get("published").spliterator(), false)
            .filter(vector -> !vector.has("cid"))
            .map(vector -> vector.get("id").asText())
            .toList();
    assertThat(withoutCid).containsExactly("unenc-2-AS-PRINTED");
  }

  @Test
  void theMisprintedVectorIsNoHexadecimalTextAndItsFirstOctetTellsNoLength() {
    JsonNode vector = FILE.get("published").get(1);
    assertThatThrownBy(() -> HEX.parseHex(vector.get("nonce_printed").asText()))
        .isInstanceOf(IllegalArgumentException.class);
    byte[] cid = HEX.parseHex(vector.get("cid_printed").asText());
    assertThat(cid[0] & 0x1f).isZero();
    assertThat(cid.length - 1).isNotZero();
  }

  @Test
  void theIntermediateBlocksOfTheWorkedExample() {
    JsonNode example = FILE.get("worked_example");
    AesBlocks aes = AesBlocks.encrypting(CidKey.of(0, HEX.parseHex(example.get("key").asText())));
    for (int pass = 1; pass <= 4; pass++) {
      JsonNode step = example.get("aes_" + pass);
      byte[] in = HEX.parseHex(step.get("in").asText());
      int length = example.get("plaintext_len").asInt();
      int half = example.get("half_len").asInt();
      assertThat(QuicLbCodec.expand(length, pass, Arrays.copyOf(in, half))).isEqualTo(in);
      byte[] out = new byte[16];
      aes.transform(in, 0, 1, out, 0);
      assertThat(HEX.formatHex(out)).isEqualTo(step.get("out").asText());
    }
  }

  @Test
  void theFunctionsOfTheDraft() {
    JsonNode expand = FILE.get("functions").get(0);
    JsonNode arguments = expand.get("expand");
    byte[] block =
        QuicLbCodec.expand(
            arguments.get("length").asInt(),
            arguments.get("pass").asInt(),
            HEX.parseHex(arguments.get("input").asText()));
    assertThat(HEX.formatHex(block)).isEqualTo(expand.get("result").asText());

    JsonNode truncate = FILE.get("functions").get(1);
    byte[] input = HEX.parseHex(truncate.get("truncate").get("input").asText());
    byte[] first = Arrays.copyOf(input, truncate.get("truncate").get("n").asInt());
    assertThat(HEX.formatHex(first)).isEqualTo(truncate.get("result").asText());
  }

  @TestFactory
  Stream<DynamicTest> plaintextIdsOfAnotherImplementation() {
    JsonNode extra = FILE.get("google_quiche_extra");
    List<JsonNode> vectors = new ArrayList<>();
    extra.get("unencrypted_decoder").forEach(vectors::add);
    extra.get("unencrypted_encoder_same_sid").forEach(vectors::add);
    return vectors.stream()
        .map(
            vector ->
                DynamicTest.dynamicTest(
                    vector.toString(),
                    () -> {
                      byte[] cid = HEX.parseHex(vector.get("cid").asText());
                      QuicLbCodec codec =
                          QuicLbCodec.plaintext(
                              vector.get("config_rotation").asInt(),
                              new CidFormat(
                                  vector.get("sid_len").asInt(), vector.get("nonce_len").asInt()));
                      QuicLbCodec.Decoded decoded = codec.decode(cid).orElseThrow();
                      assertThat(codec.encode(decoded.serverId(), decoded.nonce())).isEqualTo(cid);
                      if (vector.has("server_id")) {
                        assertThat(HEX.formatHex(decoded.serverId()))
                            .isEqualTo(vector.get("server_id").asText());
                      }
                    }));
  }

  @TestFactory
  Stream<DynamicTest> idsThatMustNotDecode() {
    return StreamSupport.stream(
            FILE.get("google_quiche_extra").get("must_fail").spliterator(), false)
        .map(
            vector ->
                DynamicTest.dynamicTest(
                    vector.get("why").asText(),
                    () -> {
                      // Without a configuration of its own the vector is about "only 1 is known".
                      int known =
                          vector.has("config_rotation") ? vector.get("config_rotation").asInt() : 1;
                      byte[] cid = HEX.parseHex(vector.get("cid").asText());
                      CidFormat format = new CidFormat(3, 4);
                      CidKey key = CidKey.of(known, new byte[16]);
                      assertThat(QuicLbCodec.plaintext(known, format).decode(cid)).isEmpty();
                      assertThat(QuicLbCodec.encrypted(key, format).decode(cid)).isEmpty();
                    }));
  }

  @TestFactory
  Stream<DynamicTest> configurationsThatMustNotExist() {
    return StreamSupport.stream(
            FILE.get("google_quiche_extra").get("invalid_configs").spliterator(), false)
        .map(
            config ->
                DynamicTest.dynamicTest(
                    config.toString(),
                    () -> {
                      if (isOnlyTheOtherImplementationsOwnLimit(config)) {
                        assertThat(new CidFormat(1, 17).cidLength()).isEqualTo(19);
                        return;
                      }
                      assertThatThrownBy(() -> configure(config))
                          .isInstanceOf(IllegalArgumentException.class);
                    }));
  }

  /** It caps a nonce at 16 octets; the draft allows up to 18 (and the matrix has them). */
  private static boolean isOnlyTheOtherImplementationsOwnLimit(JsonNode config) {
    return config.has("nonce") && config.get("nonce").asInt() == 17;
  }

  private static void configure(JsonNode config) {
    if (config.has("key_len")) {
      CidKey.of(0, new byte[config.get("key_len").asInt()]);
      return;
    }
    QuicLbCodec.plaintext(
        config.get("config_rotation").asInt(),
        new CidFormat(config.get("sid").asInt(), config.get("nonce").asInt()));
  }
}

package io.scalws.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.scalws.protocol.message.Decoded.Message;
import io.scalws.protocol.message.Decoded.Reason;
import io.scalws.protocol.message.Decoded.Rejected;
import java.nio.ByteBuffer;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What the package description promises about every message of the agent protocol. */
class AgentMessageCodecProperties {

  @Provide
  Arbitrary<AgentMessage> messages() {
    return Arbitraries.of(SampleMessages.agent());
  }

  @Property(tries = 200)
  void everyMessageReadsBackAsItself(@ForAll("messages") AgentMessage message) {
    assertThat(AgentMessageCodec.decode(AgentMessageCodec.encode(message)))
        .isEqualTo(new Message<>(message));
  }

  @Property(tries = 1000)
  void everyTruncationIsRejectedAsTruncated(
      @ForAll("messages") AgentMessage message, @ForAll @IntRange(max = 10_000) int cut) {
    byte[] octets = AgentMessageCodec.encode(message);
    int length = cut % octets.length;
    assertThat(AgentMessageCodec.decode(Arrays.copyOf(octets, length)))
        .isInstanceOfSatisfying(
            Rejected.class, rejected -> assertThat(rejected.reason()).isEqualTo(Reason.TRUNCATED));
  }

  @Property(tries = 200)
  void octetsAfterTheEndAreRejectedAsOversized(
      @ForAll("messages") AgentMessage message, @ForAll @IntRange(min = 1, max = 50) int more) {
    byte[] octets = AgentMessageCodec.encode(message);
    assertThat(AgentMessageCodec.decode(Arrays.copyOf(octets, octets.length + more)))
        .isInstanceOfSatisfying(
            Rejected.class, rejected -> assertThat(rejected.reason()).isEqualTo(Reason.OVERSIZED));
  }

  @Property(tries = 200)
  void anotherVersionIsRejected(
      @ForAll("messages") AgentMessage message, @ForAll @IntRange(max = 255) int version) {
    byte[] octets = AgentMessageCodec.encode(message);
    octets[1] = (byte) version;
    if (version == WireFormat.VERSION) {
      assertThat(AgentMessageCodec.decode(octets)).isInstanceOf(Message.class);
    } else {
      assertThat(AgentMessageCodec.decode(octets))
          .isInstanceOfSatisfying(
              Rejected.class, rejected -> assertThat(rejected.reason()).isEqualTo(Reason.VERSION));
    }
  }

  @Property(tries = 500)
  void anUnknownFieldIsSkippedUnlessItIsCritical(
      @ForAll("messages") AgentMessage message,
      @ForAll @IntRange(min = 1000, max = 0xffff) int tag,
      @ForAll @Size(max = 30) byte[] value) {
    byte[] octets = withField(AgentMessageCodec.encode(message), tag, value);
    if ((tag & WireFormat.CRITICAL) == 0) {
      assertThat(AgentMessageCodec.decode(octets)).isEqualTo(new Message<>(message));
    } else {
      assertThat(AgentMessageCodec.decode(octets))
          .isInstanceOfSatisfying(
              Rejected.class,
              rejected -> assertThat(rejected.reason()).isEqualTo(Reason.CRITICAL_FIELD));
    }
  }

  @Property(tries = 3000)
  void changedOctetsNeverThrow(
      @ForAll("messages") AgentMessage message,
      @ForAll @IntRange(max = 10_000) int at,
      @ForAll byte octet) {
    byte[] octets = AgentMessageCodec.encode(message);
    octets[at % octets.length] = octet;
    assertThat(AgentMessageCodec.decode(octets)).isNotNull();
  }

  @Property(tries = 2000)
  void arbitraryOctetsNeverThrow(@ForAll @Size(max = 2000) byte[] octets) {
    assertThat(AgentMessageCodec.decode(octets)).isNotNull();
    assertThat(DemuxMessageCodec.decode(octets)).isNotNull();
  }

  @Provide
  Arbitrary<DemuxMessage> hopMessages() {
    return Arbitraries.of(SampleMessages.demux());
  }

  @Property(tries = 100)
  void everyHopMessageReadsBackAsItself(@ForAll("hopMessages") DemuxMessage message) {
    byte[] octets = DemuxMessageCodec.encode(message);
    assertThat(octets[0]).isNotEqualTo((byte) DatagramFrame.TYPE);
    assertThat(DemuxMessageCodec.decode(octets)).isEqualTo(new Message<>(message));
  }

  @Property(tries = 300)
  void everyTruncatedHopMessageIsRejected(
      @ForAll("hopMessages") DemuxMessage message, @ForAll @IntRange(max = 10_000) int cut) {
    byte[] octets = DemuxMessageCodec.encode(message);
    assertThat(DemuxMessageCodec.decode(Arrays.copyOf(octets, cut % octets.length)))
        .isInstanceOf(Rejected.class);
  }

  private static byte[] withField(byte[] message, int tag, byte[] value) {
    int added = WireFormat.FIELD_HEADER_LENGTH + value.length;
    ByteBuffer out = ByteBuffer.allocate(message.length + added).put(message);
    out.putShort((short) tag).putInt(value.length).put(value);
    out.putInt(4, message.length - WireFormat.HEADER_LENGTH + added);
    return out.array();
  }
}

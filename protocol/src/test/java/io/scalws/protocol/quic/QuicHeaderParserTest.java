package io.scalws.protocol.quic;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class QuicHeaderParserTest {
  private static final HexFormat HEX = HexFormat.of();
  private final QuicHeaderParser parser = new QuicHeaderParser(17);

  @Test
  void readsTheClientsInitialOfTheRfc() {
    // RFC 9001 appendix A.2.
    assertThat(parse("c300000001" + "088394c8f03e515708" + "00" + "00449e7b9aec34"))
        .isEqualTo(new QuicHeader.Long(0xc3, 1, cid("8394c8f03e515708"), cid("")));
  }

  @Test
  void aShortHeaderHasTheLengthOfOurIds() {
    assertThat(parse("40" + "000102030405060708090a0b0c0d0e0f10" + "ffff"))
        .isEqualTo(new QuicHeader.Short(cid("000102030405060708090a0b0c0d0e0f10")));
  }

  @Test
  void everyCutOfALongHeaderSaysWhereItEnds() {
    byte[] whole = HEX.parseHex("c000000001" + "0401020304" + "020506");
    for (int length = 0; length <= whole.length; length++) {
      QuicHeader header = parser.parse(MemorySegment.ofArray(Arrays.copyOf(whole, length)));
      QuicHeader.Reason expected =
          length == 0
              ? QuicHeader.Reason.EMPTY
              : length < 5
                  ? QuicHeader.Reason.VERSION_CUT
                  : length < 10 ? QuicHeader.Reason.DCID_CUT : QuicHeader.Reason.SCID_CUT;
      if (length == whole.length) {
        assertThat(header).isInstanceOf(QuicHeader.Long.class);
      } else {
        assertThat(header).isEqualTo(new QuicHeader.Malformed(expected));
      }
    }
  }

  @Test
  void aShortHeaderWithoutAWholeIdIsMalformed() {
    assertThat(parser.parse(MemorySegment.ofArray(new byte[17])))
        .isEqualTo(new QuicHeader.Malformed(QuicHeader.Reason.SHORT_DCID_CUT));
    assertThat(parser.parse(MemorySegment.ofArray(new byte[18])))
        .isInstanceOf(QuicHeader.Short.class);
  }

  @Property
  void everyLongHeaderComesBackAsItWasWritten(
      @ForAll @IntRange(min = 0x80, max = 0xff) int first,
      @ForAll int version,
      @ForAll @Size(max = 255) byte[] dcid,
      @ForAll @Size(max = 255) byte[] scid,
      @ForAll @Size(max = 40) byte[] rest) {
    byte[] datagram =
        ByteBuffer.allocate(7 + dcid.length + scid.length + rest.length)
            .put((byte) first)
            .putInt(version)
            .put((byte) dcid.length)
            .put(dcid)
            .put((byte) scid.length)
            .put(scid)
            .put(rest)
            .array();
    QuicHeader expected =
        new QuicHeader.Long(first, version, ConnectionId.of(dcid), ConnectionId.of(scid));
    assertThat(parser.parse(MemorySegment.ofArray(datagram))).isEqualTo(expected);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment outside = arena.allocateFrom(ValueLayout.JAVA_BYTE, datagram);
      assertThat(parser.parse(outside)).isEqualTo(expected);
    }
  }

  @Property
  void noOctetsMakeItFail(@ForAll @Size(max = 1500) byte[] datagram) {
    QuicHeader header = parser.parse(MemorySegment.ofArray(datagram));
    boolean isLong = datagram.length > 0 && datagram[0] < 0;
    assertThat(header)
        .isInstanceOfAny(
            QuicHeader.Malformed.class, isLong ? QuicHeader.Long.class : QuicHeader.Short.class);
  }

  @Test
  void theTwoVersionsNumberTheirTypesDifferently() {
    int v1 = QuicVersion.V1.number();
    int v2 = QuicVersion.V2.number();
    assertThat(List.of(0xc0, 0xd0, 0xe0, 0xf0))
        .extracting(first -> PacketType.of(first, v1))
        .containsExactly(
            PacketType.INITIAL, PacketType.ZERO_RTT, PacketType.HANDSHAKE, PacketType.RETRY);
    assertThat(List.of(0xd0, 0xe0, 0xf0, 0xc0))
        .extracting(first -> PacketType.of(first, v2))
        .containsExactly(
            PacketType.INITIAL, PacketType.ZERO_RTT, PacketType.HANDSHAKE, PacketType.RETRY);
    assertThat(PacketType.of(0xc0, 0)).isEqualTo(PacketType.VERSION_NEGOTIATION);
    assertThat(PacketType.of(0xc0, 0x1a2a3a4a)).isEqualTo(PacketType.UNKNOWN_VERSION);
  }

  @Test
  void theTokenOfAnInitialMustFitItsDatagram() {
    assertThat(tokenLength("00")).isZero();
    assertThat(tokenLength("02aabb")).isEqualTo(2);
    assertThat(tokenLength("4002aabb")).isEqualTo(2);
    assertThat(tokenLength("03aabb")).isEqualTo(InitialToken.CUT);
    assertThat(tokenLength("ffffffffffffffff")).isEqualTo(InitialToken.CUT);
    assertThat(tokenLength("80")).isEqualTo(InitialToken.CUT);
    assertThat(tokenLength("")).isEqualTo(InitialToken.CUT);
  }

  @Test
  void versionNegotiationReturnsTheIdsExchangedAndTheVersions() {
    MemorySegment datagram =
        MemorySegment.ofArray(HEX.parseHex("c01a2a3a4a" + "0401020304" + "020506" + "00"));
    HeaderScan scan = new HeaderScan(17);
    assertThat(scan.scan(datagram, 0, datagram.byteSize())).isEqualTo(HeaderScan.Form.LONG);
    VersionNegotiation negotiation = new VersionNegotiation(List.of(QuicVersion.V1));
    assertThat(negotiation.serves(1)).isTrue();
    assertThat(negotiation.serves(scan.version())).isFalse();

    byte[] answer = new byte[negotiation.maximumLength()];
    int length = negotiation.write(scan, datagram, 5, MemorySegment.ofArray(answer), 0);

    assertThat(HEX.formatHex(answer, 0, length))
        .isEqualTo("c5" + "00000000" + "020506" + "0401020304" + "00000001" + "5a5a5a5a");
  }

  private static long tokenLength(String hex) {
    byte[] octets = HEX.parseHex(hex);
    return InitialToken.length(MemorySegment.ofArray(octets), 0, octets.length);
  }

  private QuicHeader parse(String hex) {
    return parser.parse(MemorySegment.ofArray(HEX.parseHex(hex)));
  }

  private static ConnectionId cid(String hex) {
    return ConnectionId.of(HEX.parseHex(hex));
  }
}

package io.scalws.server.quic;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.scalws.protocol.cid.CidCodec;
import io.scalws.protocol.cid.CidKey;
import io.scalws.protocol.cid.ResetTokens;
import io.scalws.protocol.cid.ServerId;
import io.scalws.server.anchor.ClientPath;
import io.scalws.server.quic.DatagramEvents.Fate;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StrayDatagramsTest {
  private static final ServerId US = new ServerId(0, 1, 1);
  private static final ServerId OTHER = new ServerId(0, 1, 2);
  private static final ClientPath CLIENT =
      new ClientPath(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 1),
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 2),
          0);

  private final CidCodec cids = new CidCodec(CidKey.of(0, new byte[16]));
  private final ResetTokens resetTokens = new ResetTokens(new byte[32]);
  private final List<byte[]> sent = new ArrayList<>();
  private long clock = 1_000_000;
  private final RetryTokens tokens = tokensOf(US);
  private final StrayDatagrams strays =
      new StrayDatagrams(
          US,
          cids,
          tokens,
          new StatelessResets(Map.of(0, resetTokens)),
          new PathSender() {
            @Override
            public void send(ClientPath to, ByteBuf payload, int segmentSize) {
              sent.add(ByteBufUtil.getBytes(payload));
              payload.release();
            }

            @Override
            public void flush() {}
          });

  private RetryTokens tokensOf(ServerId serverId) {
    return new RetryTokens(
        new byte[32],
        serverId,
        cids,
        new RetryTokens.Circumstances(() -> true, () -> CLIENT, () -> clock));
  }

  private Fate judge(byte[] octets, boolean resetWanted) {
    return strays.judge(
        new QuicDatagram(CLIENT, Unpooled.wrappedBuffer(octets), resetWanted), 5_000_000_000L);
  }

  private static byte[] shortHeader(byte[] cid, int length) {
    byte[] octets = new byte[length];
    octets[0] = 0x40;
    System.arraycopy(cid, 0, octets, 1, cid.length);
    return octets;
  }

  private static byte[] initial(byte[] dcid, byte[] token, int length) {
    ByteBuffer octets = ByteBuffer.allocate(length);
    octets.put((byte) 0xc0).putInt(1).put((byte) dcid.length).put(dcid);
    octets.put((byte) 8).put(new byte[8]);
    octets.putShort((short) (0x4000 | token.length)).put(token);
    return octets.array();
  }

  @Test
  void anEndedConnectionOfOursIsReset() {
    byte[] cid = cids.encode(US, 7);
    for (int length : new int[] {30, 43, 44, 60, 1200}) {
      sent.clear();
      assertThat(judge(shortHeader(cid, length), false)).isEqualTo(Fate.RESET);
      byte[] reset = sent.getFirst();
      assertThat(reset.length).isBetween(21, length - 1);
      assertThat(reset[0] & 0xc0).isEqualTo(0x40);
      assertThat(Arrays.copyOfRange(reset, reset.length - 16, reset.length))
          .isEqualTo(resetTokens.tokenOf(cid));
    }
  }

  @Test
  void whatIsTooShortToBeAnsweredIsNot() {
    assertThat(judge(shortHeader(cids.encode(US, 7), 21), false))
        .isEqualTo(Fate.UNKNOWN_CONNECTION);
    assertThat(sent).isEmpty();
  }

  @Test
  void anIdOfAnotherInstanceIsResetOnlyIfItIsSaidToBeDead() {
    byte[] cid = cids.encode(OTHER, 7);
    assertThat(judge(shortHeader(cid, 60), false)).isEqualTo(Fate.UNKNOWN_CONNECTION);
    assertThat(sent).isEmpty();
    assertThat(judge(shortHeader(cid, 60), true)).isEqualTo(Fate.RESET);
  }

  @Test
  void aHandshakeWhoseInstanceIsSaidToBeDeadIsReset() {
    byte[] cid = cids.encode(OTHER, 7);
    byte[] handshake = initial(cid, new byte[0], 60);
    handshake[0] = (byte) 0xe0;
    assertThat(judge(handshake, false)).isEqualTo(Fate.UNKNOWN_CONNECTION);
    assertThat(sent).isEmpty();
    assertThat(judge(handshake, true)).isEqualTo(Fate.RESET);
    byte[] reset = sent.getFirst();
    assertThat(reset.length).isBetween(21, 59);
    assertThat(Arrays.copyOfRange(reset, reset.length - 16, reset.length))
        .isEqualTo(resetTokens.tokenOf(cid));
  }

  @Test
  void resetsAreLimited() {
    byte[] datagram = shortHeader(cids.encode(US, 7), 60);
    for (int i = 0; i < 1000; i++) {
      assertThat(judge(datagram, false)).isEqualTo(Fate.RESET);
    }
    assertThat(judge(datagram, false)).isEqualTo(Fate.RESET_LIMITED);
    assertThat(sent).hasSize(1000);
  }

  private byte[] tokenFor(RetryTokens maker) {
    ByteBuf out = Unpooled.buffer();
    assertThat(maker.writeToken(out, Unpooled.wrappedBuffer(new byte[8]), CLIENT.client()))
        .isTrue();
    return ByteBufUtil.getBytes(out);
  }

  @Test
  void aRetryTokenIsHonouredWhereItsConnectionIdBelongsAndNowhereElse() {
    byte[] ours = cids.encode(US, 1);
    byte[] token = tokenFor(tokens);
    assertThat(judge(initial(ours, token, 1200), false)).isEqualTo(Fate.ARRIVED);
    assertThat(sent).isEmpty();

    assertThat(judge(initial(cids.encode(OTHER, 1), token, 1200), false))
        .isEqualTo(Fate.INVALID_TOKEN);
    assertThat(judge(initial(ours, tokenFor(tokensOf(OTHER)), 1200), false))
        .isEqualTo(Fate.INVALID_TOKEN);
    assertThat(judge(initial(new byte[8], token, 1200), false))
        .as("an id that is shorter than ours")
        .isEqualTo(Fate.INVALID_TOKEN);
    clock += 10_001;
    assertThat(judge(initial(ours, token, 1200), false)).isEqualTo(Fate.INVALID_TOKEN);
    assertThat(sent).hasSize(4).allSatisfy(each -> assertThat(each.length).isLessThan(100));
  }

  @Test
  void whatNoClientSendsIsDropped() {
    assertThat(judge(initial(new byte[8], new byte[0], 1199), false)).isEqualTo(Fate.MALFORMED);
    assertThat(judge(initial(new byte[7], new byte[0], 1200), false)).isEqualTo(Fate.MALFORMED);
    assertThat(judge(initial(new byte[21], new byte[0], 1200), false)).isEqualTo(Fate.MALFORMED);
    assertThat(judge(new byte[] {(byte) 0xc0, 0, 0}, false)).isEqualTo(Fate.MALFORMED);
    byte[] handshake = initial(new byte[8], new byte[0], 1200);
    handshake[0] = (byte) 0xe0;
    assertThat(judge(handshake, false)).isEqualTo(Fate.UNKNOWN_CONNECTION);
    assertThat(judge(initial(new byte[8], new byte[0], 1200), false)).isEqualTo(Fate.ARRIVED);
    assertThat(sent).isEmpty();
  }

  @Test
  void aClientOfAnotherVersionIsToldWhichIsSpokenIfItsDatagramIsLongEnough() {
    byte[] reserved = initial(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, new byte[0], 1200);
    ByteBuffer.wrap(reserved).putInt(1, 0x1a2a3a4a);

    assertThat(judge(reserved, false)).isEqualTo(Fate.VERSION_NEGOTIATED);
    ByteBuffer answer = ByteBuffer.wrap(sent.getFirst());
    assertThat(answer.getInt(1)).isZero();
    assertThat(answer.get(5)).as("the client's source id comes first").isEqualTo((byte) 8);
    assertThat(Arrays.copyOfRange(sent.getFirst(), 15, 23))
        .isEqualTo(new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
    assertThat(answer.getInt(23)).isEqualTo(1);
  }

  @Test
  void shortDatagramsAndVersionNegotiationsOfOthersAreNotAnswered() {
    byte[] small = initial(new byte[8], new byte[0], 1199);
    ByteBuffer.wrap(small).putInt(1, 0x1a2a3a4a);
    byte[] negotiation = initial(new byte[8], new byte[0], 1200);
    ByteBuffer.wrap(negotiation).putInt(1, 0);

    assertThat(judge(small, false)).isEqualTo(Fate.MALFORMED);
    assertThat(judge(negotiation, false)).isEqualTo(Fate.MALFORMED);
    assertThat(sent).isEmpty();
  }
}

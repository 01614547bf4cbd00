package io.scalws.server.quic;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.scalws.protocol.cid.CidCodec;
import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.quic.HeaderScan;
import io.scalws.protocol.quic.InitialToken;
import io.scalws.protocol.quic.PacketType;
import io.scalws.protocol.quic.QuicVersion;
import io.scalws.protocol.quic.VersionNegotiation;
import io.scalws.server.anchor.ClientPath;
import io.scalws.server.quic.DatagramEvents.Fate;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

/**
 * Decides what becomes of a datagram that belongs to no connection of this instance, and keeps from
 * the codec what it answers wrongly or fails on. Event loop only.
 */
final class StrayDatagrams {
  /** RFC 9000 section 14.1 */
  private static final int MIN_INITIAL_DATAGRAM = 1200;

  /** RFC 9000 section 7.2 */
  private static final int MIN_CLIENT_CID = 8;

  private static final int MAX_CID = 20;

  private static final VersionNegotiation VERSIONS =
      new VersionNegotiation(List.of(QuicVersion.V1));

  private final HeaderScan scan = new HeaderScan(CidCodec.CID_LENGTH);
  private final ServerId serverId;
  private final CidCodec cids;
  private final RetryTokens tokens;
  private final StatelessResets resets;
  private final PathSender sender;
  private int answeredVersions;

  StrayDatagrams(
      ServerId serverId,
      CidCodec cids,
      RetryTokens tokens,
      StatelessResets resets,
      PathSender sender) {
    this.serverId = serverId;
    this.cids = cids;
    this.tokens = tokens;
    this.resets = resets;
    this.sender = sender;
  }

  /** Answers or drops the datagram, unless it is {@link Fate#ARRIVED}: then the codec gets it. */
  Fate judge(QuicDatagram datagram, long now) {
    ByteBuf content = datagram.content();
    int length = content.readableBytes();
    MemorySegment memory = MemorySegment.ofBuffer(content.nioBuffer());
    return switch (scan.scan(memory, 0, length)) {
      case MALFORMED -> Fate.MALFORMED;
      case SHORT ->
          shortHeader(datagram, octets(memory, scan.dcidOffset(), scan.dcidLength()), now);
      case LONG -> longHeader(datagram, memory, length, now);
    };
  }

  /** Tells a client that its connection, which is being ended here, is gone. */
  void reset(ClientPath at, byte[] dcid, int triggerLength, long now) {
    byte[] reset = resets.answer(dcid, triggerLength);
    if (reset.length > 0 && resets.admit(now)) {
      sender.send(at, Unpooled.wrappedBuffer(reset), 0);
      sender.flush();
    }
  }

  private Fate shortHeader(QuicDatagram datagram, byte[] dcid, long now) {
    // An id that names this instance and that the codec does not know has ended: nobody else makes
    // such ids, and each one made is known until its connection ends.
    boolean ended = cids.decode(dcid).filter(serverId::equals).isPresent();
    if (!ended && !datagram.resetWanted()) {
      return Fate.UNKNOWN_CONNECTION;
    }
    return answerWithReset(datagram, dcid, now);
  }

  private Fate answerWithReset(QuicDatagram datagram, byte[] dcid, long now) {
    byte[] reset = resets.answer(dcid, datagram.content().readableBytes());
    if (reset.length == 0) {
      return Fate.UNKNOWN_CONNECTION;
    }
    if (!resets.admit(now)) {
      return Fate.RESET_LIMITED;
    }
    answer(datagram, reset);
    return Fate.RESET;
  }

  private Fate longHeader(QuicDatagram datagram, MemorySegment memory, int length, long now) {
    if (datagram.resetWanted()) {
      // Of a handshake whose server died; who forwards it has looked at its type.
      return answerWithReset(datagram, octets(memory, scan.dcidOffset(), scan.dcidLength()), now);
    }
    if (!VERSIONS.serves(scan.version())) {
      return otherVersion(datagram, memory, length);
    }
    if (PacketType.of(scan.firstOctet(), scan.version()) != PacketType.INITIAL) {
      return Fate.UNKNOWN_CONNECTION;
    }
    boolean plausible =
        length >= MIN_INITIAL_DATAGRAM
            && scan.dcidLength() >= MIN_CLIENT_CID
            && scan.dcidLength() <= MAX_CID
            && scan.scidLength() <= MAX_CID;
    if (!plausible) {
      return Fate.MALFORMED;
    }
    long token = InitialToken.length(memory, scan.bodyOffset(), length);
    if (token == InitialToken.CUT) {
      return Fate.MALFORMED;
    }
    byte[] dcid = octets(memory, scan.dcidOffset(), scan.dcidLength());
    if (token == 0) {
      return Fate.ARRIVED;
    }
    long tokenAt = scan.bodyOffset() + numberLength(memory, scan.bodyOffset());
    if (tokens.isValid(octets(memory, tokenAt, (int) token), dcid, datagram.path())) {
      return Fate.ARRIVED;
    }
    byte[] scid = octets(memory, scan.scidOffset(), scan.scidLength());
    answer(datagram, InitialPackets.close(dcid, scid, dcid, InitialPackets.INVALID_TOKEN));
    return Fate.INVALID_TOKEN;
  }

  /** Of a demultiplexer, which answers these itself, none comes. */
  private Fate otherVersion(QuicDatagram datagram, MemorySegment memory, int length) {
    if (!VERSIONS.answers(scan, length)) {
      return Fate.MALFORMED;
    }
    byte[] packet = new byte[VERSIONS.maximumLength()];
    answeredVersions = answeredVersions + 1 & 0x3f;
    int octets = VERSIONS.write(scan, memory, answeredVersions, MemorySegment.ofArray(packet), 0);
    answer(datagram, Arrays.copyOf(packet, octets));
    return Fate.VERSION_NEGOTIATED;
  }

  private void answer(QuicDatagram datagram, byte[] octets) {
    sender.send(datagram.path(), Unpooled.wrappedBuffer(octets), 0);
    sender.flush();
  }

  /** RFC 9000 section 16: the first two bits tell how many octets the number has. */
  private static int numberLength(MemorySegment memory, long at) {
    return 1 << ((memory.get(ValueLayout.JAVA_BYTE, at) & 0xff) >>> 6);
  }

  private static byte[] octets(MemorySegment memory, long at, int length) {
    return memory.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE);
  }
}

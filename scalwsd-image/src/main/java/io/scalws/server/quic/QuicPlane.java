package io.scalws.server.quic;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.handler.codec.quic.EpollQuicUtils;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicChannelOption;
import io.netty.handler.codec.quic.QuicCongestionControlAlgorithm;
import io.netty.handler.codec.quic.QuicServerCodecBuilder;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicheAccess;
import io.netty.handler.codec.quic.TrueRecipients;
import io.scalws.protocol.cid.CidCodec;
import io.scalws.protocol.cid.ResetTokens;
import io.scalws.protocol.cid.ServerId;
import io.scalws.server.anchor.AddressAnchor;
import io.scalws.server.anchor.ClientPath;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Builds the pipeline of one UDP identity. */
public final class QuicPlane {
  private static final int MAX_DATAGRAM = 1350;
  private static final int SEGMENTS = 16;
  private static final int UNIDIRECTIONAL_STREAMS = 16;
  private static final int UNIDIRECTIONAL_WINDOW = 64 * 1024;

  /** Who is told what happens. */
  public record Events(AnchorEvents anchors, DatagramEvents datagrams) {}

  private final ServerId serverId;
  private final QuicKeys keys;
  private final QuicLimits limits;
  private final Supplier<QuicSslContext> tls;
  private final BooleanSupplier retryWanted;
  private final Events events;

  /**
   * @param tls asked for each connection, so that certificates can be replaced
   * @param retryWanted whether new clients must prove their address first
   */
  public QuicPlane(
      ServerId serverId,
      QuicKeys keys,
      QuicLimits limits,
      Supplier<QuicSslContext> tls,
      BooleanSupplier retryWanted,
      Events events) {
    this.serverId = serverId;
    this.keys = keys;
    this.limits = limits;
    this.tls = tls;
    this.retryWanted = retryWanted;
    this.events = events;
  }

  /** Where the client of a connection was last proved to be. */
  public static ClientPath clientOf(QuicChannel channel) {
    return AnchoredConnection.of(channel).anchor().current();
  }

  /**
   * Makes a channel take {@link QuicDatagram}s and speak QUIC. It never reads: nothing may be taken
   * from the socket that the demultiplexer owns.
   */
  public void install(Channel channel, PathSender sender, ChannelHandler connections) {
    AnchorHandler anchors = new AnchorHandler(sender, events.anchors(), events.datagrams());
    CidCodec cids = new CidCodec(keys.cid());
    RetryTokens tokens =
        new RetryTokens(
            keys.retry(),
            serverId,
            cids,
            new RetryTokens.Circumstances(
                retryWanted, anchors::arriving, System::currentTimeMillis));
    ChannelHandler codec = codec(anchors, cids, tokens, connections);
    StatelessResets resets = new StatelessResets(keys.resetTokens());
    anchors.complete(codec, new StrayDatagrams(serverId, cids, tokens, resets, sender));
    channel.pipeline().addLast(new NeverReads(), anchors, codec);
  }

  private ChannelHandler codec(
      AnchorHandler anchors, CidCodec cids, RetryTokens tokens, ChannelHandler connections) {
    RoutableConnectionIdGenerator ids =
        new RoutableConnectionIdGenerator(cids, serverId, new SecureRandom());
    ResetTokens resets = keys.resetTokens().get(keys.cid().rotation());
    ChannelHandler[] built = new ChannelHandler[1];
    built[0] =
        new QuicServerCodecBuilder()
            .sslEngineProvider(
                channel -> {
                  byte[] first =
                      namesUs(cids, anchors.arrivingId()) ? anchors.arrivingId() : ids.last();
                  // The first id gets its token here, all others from the token generator.
                  QuicheAccess.initialResetToken(built[0], resets.tokenOf(first));
                  anchors.accepted(channel);
                  channel
                      .config()
                      .setOption(
                          QuicChannelOption.SEGMENTED_DATAGRAM_PACKET_ALLOCATOR,
                          new TrueRecipients(
                              channel, EpollQuicUtils.newSegmentedAllocator(SEGMENTS)));
                  return tls.get().newEngine(channel.alloc());
                })
            .maxIdleTimeout(limits.idleTimeout().toMillis(), TimeUnit.MILLISECONDS)
            .initialMaxData(limits.connectionWindow())
            .initialMaxStreamDataBidirectionalRemote(limits.streamWindow())
            .initialMaxStreamDataBidirectionalLocal(limits.streamWindow())
            .initialMaxStreamDataUnidirectional(UNIDIRECTIONAL_WINDOW)
            .initialMaxStreamsBidirectional(limits.streams())
            .initialMaxStreamsUnidirectional(UNIDIRECTIONAL_STREAMS)
            .activeMigration(true)
            .activeConnectionIdLimit(AddressAnchor.MAX_PATHS)
            .localConnectionIdLength(CidCodec.CID_LENGTH)
            .connectionIdAddressGenerator(ids)
            .resetTokenGenerator(cid -> ByteBuffer.wrap(resets.tokenOf(QuicHeaders.octets(cid))))
            .tokenHandler(tokens)
            .maxSendUdpPayloadSize(MAX_DATAGRAM)
            .maxRecvUdpPayloadSize(65527)
            .congestionControlAlgorithm(QuicCongestionControlAlgorithm.CUBIC)
            .handler(connections)
            .build();
    return built[0];
  }

  /** After a Retry the client's id is the one that we chose, and it becomes the connection's. */
  private boolean namesUs(CidCodec cids, byte[] cid) {
    return cids.decode(cid).filter(serverId::equals).isPresent();
  }

  /** Swallows every wish to read. */
  private static final class NeverReads extends ChannelOutboundHandlerAdapter {
    @Override
    public void read(ChannelHandlerContext ctx) {
      // The demultiplexer alone reads.
    }
  }
}

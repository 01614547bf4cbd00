package io.netty.handler.codec.quic;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * What Netty's QUIC codec keeps to its package and a server behind a demultiplexer needs: whose a
 * connection id is, receiving without believing the source address, the state of paths, and the
 * stateless reset token of a connection's first id. Event loop of the codec only.
 */
public final class QuicheAccess {
  private static final VarHandle CONFIG;

  static {
    try {
      CONFIG =
          MethodHandles.privateLookupIn(QuicheQuicCodec.class, MethodHandles.lookup())
              .findVarHandle(QuicheQuicCodec.class, "config", QuicheConfig.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private QuicheAccess() {}

  /**
   * A path as the library sees it.
   *
   * @param validation -1 failed, 0 unknown, 1 validating, 2 reachable but its MTU not yet known, 3
   *     validated
   */
  public record PathState(int validation, boolean active, long roundTripNanos) {}

  /** The connection that has this id, also the one that the client chose first. */
  public static Optional<QuicChannel> connection(ChannelHandler codec, ByteBuffer cid) {
    return Optional.ofNullable(((QuicheQuicCodec) codec).getChannel(cid));
  }

  /**
   * Whether nothing of a stream, which was finished, is on its way to the client any more: the
   * library forgets a stream when all of it was acknowledged.
   */
  public static boolean isDelivered(QuicChannel channel, long streamId) {
    QuicheQuicConnection connection = connectionOf(channel);
    return connection == null
        || connection.isFreed()
        || Quiche.quiche_conn_stream_capacity(connection.address(), streamId) < 0;
  }

  /**
   * How many packets the connection has received that its keys protected and that were no
   * repetitions; -1 if it is gone.
   */
  public static long received(QuicChannel channel) {
    QuicheQuicConnection connection = connectionOf(channel);
    if (connection == null || connection.isFreed()) {
      return -1;
    }
    long[] stats = Quiche.quiche_conn_stats(connection.address());
    return stats == null ? -1 : stats[0];
  }

  /**
   * Gives a datagram to the library as coming from an address, without making Netty send there:
   * Netty's own receive takes the source of every datagram, authentic or not, as the new remote
   * address. The caller must then let the codec see some datagram of the connection, so that what
   * was received is processed.
   */
  public static void receive(
      QuicChannel channel, InetSocketAddress shownAs, InetSocketAddress local, ByteBuf datagram) {
    QuicheQuicConnection connection = connectionOf(channel);
    if (connection == null || connection.isFreed()) {
      return;
    }
    ByteBuffer info = connection.nextRecvInfo();
    QuicheRecvInfo.setRecvInfo(info, shownAs, local);
    // Errors are kept by the library, which closes the connection with the next send.
    int _ =
        Quiche.quiche_conn_recv(
            connection.address(),
            Quiche.readerMemoryAddress(datagram),
            datagram.readableBytes(),
            Quiche.memoryAddressWithPosition(info));
  }

  /** The path to a peer address, by the address alone: Netty 4.2 swaps the octets of the port. */
  public static Optional<PathState> path(QuicChannel channel, InetAddress peer) {
    QuicheQuicConnection connection = connectionOf(channel);
    if (connection == null || connection.isFreed()) {
      return Optional.empty();
    }
    for (int i = 0; ; i++) {
      Object[] stats = Quiche.quiche_conn_path_stats(connection.address(), i);
      if (stats == null) {
        return Optional.empty();
      }
      QuicheQuicConnectionPathStats path = new QuicheQuicConnectionPathStats(stats);
      if (path.peerAddress().getAddress().equals(peer)) {
        return Optional.of(new PathState((int) path.validationState(), path.active(), path.rtt()));
      }
    }
  }

  /**
   * Sets the stateless reset token of the transport parameters (RFC 9000 section 18.2) of the next
   * connection. To be called from the provider of the connection's TLS engine, which runs just
   * before the library reads its configuration.
   */
  public static void initialResetToken(ChannelHandler codec, byte[] token) {
    QuicheConfig config = (QuicheConfig) CONFIG.get((QuicheQuicCodec) codec);
    Quiche.quiche_config_set_stateless_reset_token(config.nativeAddress(), token);
  }

  static QuicheQuicConnection connectionOf(QuicChannel channel) {
    QuicheQuicSslEngine engine = (QuicheQuicSslEngine) channel.sslEngine();
    return engine == null ? null : engine.connection;
  }
}

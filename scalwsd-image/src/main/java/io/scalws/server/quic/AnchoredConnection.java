package io.scalws.server.quic;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicheAccess;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.AttributeKey;
import io.scalws.server.anchor.AddressAnchor;
import io.scalws.server.anchor.ClientPath;
import io.scalws.server.anchor.PathView;
import io.scalws.server.anchor.PathViews;
import java.net.InetSocketAddress;
import java.util.Optional;

/** A connection, its anchor, and the addresses under which the library knows it. */
final class AnchoredConnection implements PathViews {
  private static final AttributeKey<AnchoredConnection> KEY =
      AttributeKey.valueOf(AnchoredConnection.class, "anchored");

  private final QuicChannel channel;
  private final AddressAnchor anchor;
  private final InetSocketAddress shownAs;
  private final InetSocketAddress local;
  private long wakeAt = Long.MAX_VALUE;

  AnchoredConnection(QuicChannel channel, long number, ClientPath first) {
    this.channel = channel;
    this.anchor = new AddressAnchor(number, first);
    this.shownAs = VirtualAddresses.of(number);
    // The library never learns that a client used another of our addresses: it is one path to it.
    this.local = first.server();
    channel.attr(KEY).set(this);
    channel.pipeline().addFirst(new HandshakeWatcher());
  }

  /** Null for a channel that this plane did not accept. */
  static AnchoredConnection of(QuicChannel channel) {
    return channel.attr(KEY).get();
  }

  QuicChannel channel() {
    return channel;
  }

  AddressAnchor anchor() {
    return anchor;
  }

  InetSocketAddress local() {
    return local;
  }

  InetSocketAddress address(long virtual) {
    return virtual == anchor.anchor() ? shownAs : VirtualAddresses.of(virtual);
  }

  /** Whether nothing will wake the anchor at that time or before. */
  boolean needsWake(long at) {
    if (at >= wakeAt) {
      return false;
    }
    wakeAt = at;
    return true;
  }

  void woken() {
    wakeAt = Long.MAX_VALUE;
  }

  @Override
  public Optional<PathView> of(long virtual) {
    return QuicheAccess.path(channel, address(virtual).getAddress())
        .map(
            path ->
                new PathView(
                    path.validation() >= 2,
                    path.active(),
                    path.validation() < 0,
                    path.validation() < 0 || path.validation() == 3,
                    path.roundTripNanos()));
  }

  private final class HandshakeWatcher extends ChannelInboundHandlerAdapter {
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event instanceof SslHandshakeCompletionEvent completion && completion.isSuccess()) {
        anchor.handshakeCompleted();
        ctx.pipeline().remove(this);
      }
      ctx.fireUserEventTriggered(event);
    }
  }
}

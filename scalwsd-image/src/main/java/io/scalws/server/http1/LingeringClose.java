package io.scalws.server.http1;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;

/**
 * RFC 9112 section 9.6: a connection that is closed while the client still sends is reset by the
 * kernel, and the reset may overtake the last response. So only our half is closed first, and what
 * comes for a moment is thrown away.
 */
final class LingeringClose extends ChannelInboundHandlerAdapter {
  private static final long LINGER_MILLIS = 1000;

  /** Takes the place of a handler that has sent its last response. */
  static void replace(ChannelHandlerContext ctx) {
    if (ctx.channel().isActive() && ctx.channel() instanceof DuplexChannel) {
      ctx.pipeline().replace(ctx.handler(), null, new LingeringClose());
    } else {
      ctx.close();
    }
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    SslHandler tls = ctx.pipeline().get(SslHandler.class);
    ChannelFuture told = tls == null ? ctx.newSucceededFuture() : tls.closeOutbound();
    told.addListener(done -> ((DuplexChannel) ctx.channel()).shutdownOutput());
    ChannelFuture closed = ctx.channel().closeFuture();
    var timer = ctx.executor().schedule(() -> ctx.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
    closed.addListener((ChannelFutureListener) done -> timer.cancel(false));
    ctx.channel().config().setAutoRead(true);
    ctx.read();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ReferenceCountUtil.release(message);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    ctx.close();
  }
}

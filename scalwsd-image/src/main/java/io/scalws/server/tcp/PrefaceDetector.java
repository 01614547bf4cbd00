package io.scalws.server.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.scalws.server.patience.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Tells the versions apart on clear text: a client that knows that the server has HTTP/2 begins
 * with the connection preface (RFC 9113 section 3.3), and no HTTP/1.1 request does.
 */
final class PrefaceDetector extends ByteToMessageDecoder {
  private static final ByteBuf PREFACE = Http2CodecUtil.connectionPrefaceBuf();

  private final Duration limit;
  private final Consumer<Channel> http1;
  private final Consumer<Channel> http2;
  private Deadline deadline;

  /**
   * @param limit how long a client may say nothing
   */
  PrefaceDetector(Duration limit, Consumer<Channel> http1, Consumer<Channel> http2) {
    this.limit = limit;
    this.http1 = http1;
    this.http2 = http2;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    deadline = new Deadline(ctx.executor(), ctx::close);
    deadline.within(limit);
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext ctx) {
    deadline.discard();
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    int length = Math.min(in.readableBytes(), PREFACE.readableBytes());
    if (!ByteBufUtil.equals(PREFACE, PREFACE.readerIndex(), in, in.readerIndex(), length)) {
      http1.accept(ctx.channel());
      ctx.pipeline().remove(this);
    } else if (length == PREFACE.readableBytes()) {
      http2.accept(ctx.channel());
      ctx.pipeline().remove(this);
    }
  }
}

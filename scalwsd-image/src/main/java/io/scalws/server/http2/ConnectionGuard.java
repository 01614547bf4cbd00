package io.scalws.server.http2;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2PingFrame;
import io.netty.handler.codec.http2.Http2SettingsFrame;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.ReferenceCountUtil;
import io.scalws.planning.spec.RuntimeModel.Timeouts;
import io.scalws.server.patience.Deadline;
import io.scalws.server.patience.FrequencyLimit;
import java.time.Duration;

/**
 * What Netty's codec does not limit: PING and SETTINGS frames, each of which costs an answer
 * (CVE-2019-9512, CVE-2019-9515), a preface that does not come, and a connection without a stream.
 * The last in the pipeline, where the frames of no stream arrive.
 */
final class ConnectionGuard extends ChannelInboundHandlerAdapter {
  /** Clients that probe the bandwidth send a PING per window of data; a flood is far beyond. */
  private static final int MAX_CONTROL_FRAMES = 1000;

  private static final Duration CONTROL_WINDOW = Duration.ofSeconds(10);

  private final Http2FrameCodec codec;
  private final Timeouts timeouts;
  private final FrequencyLimit controlFrames =
      new FrequencyLimit(MAX_CONTROL_FRAMES, CONTROL_WINDOW);
  private Deadline deadline;
  private boolean greeted;

  ConnectionGuard(Http2FrameCodec codec, Timeouts timeouts) {
    this.codec = codec;
    this.timeouts = timeouts;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    deadline = new Deadline(ctx.executor(), ctx::close);
    deadline.within(timeouts.requestHeader());
    codec
        .connection()
        .addListener(
            new Http2ConnectionAdapter() {
              @Override
              public void onStreamActive(Http2Stream stream) {
                deadline.met();
              }

              @Override
              public void onStreamClosed(Http2Stream stream) {
                if (codec.connection().numActiveStreams() == 0) {
                  deadline.within(timeouts.idle());
                }
              }
            });
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof Http2SettingsFrame && !greeted) {
      greeted = true;
      if (codec.connection().numActiveStreams() == 0) {
        deadline.within(timeouts.idle());
      }
    }
    boolean counts = message instanceof Http2PingFrame || message instanceof Http2SettingsFrame;
    ReferenceCountUtil.release(message);
    if (counts && !controlFrames.allows(System.nanoTime())) {
      // RFC 9113 section 10.5
      codec.onError(
          ctx.pipeline().context(codec),
          false,
          Http2Exception.connectionError(Http2Error.ENHANCE_YOUR_CALM, "too many PING, SETTINGS"));
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    deadline.discard();
    ctx.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (Http2CodecUtil.getEmbeddedHttp2Exception(cause) == null) {
      // Reset by the client, a TLS alert. Of a broken rule the codec tells the client itself.
      ctx.close();
    }
  }
}

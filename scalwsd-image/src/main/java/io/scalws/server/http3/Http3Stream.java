package io.scalws.server.http3;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http3.DefaultHttp3DataFrame;
import io.netty.handler.codec.http3.DefaultHttp3Headers;
import io.netty.handler.codec.http3.DefaultHttp3HeadersFrame;
import io.netty.handler.codec.http3.Http3DataFrame;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.http3.Http3Exception;
import io.netty.handler.codec.http3.Http3Headers;
import io.netty.handler.codec.http3.Http3HeadersFrame;
import io.netty.handler.codec.http3.Http3HeadersValidationException;
import io.netty.handler.codec.http3.Http3RequestStreamInboundHandler;
import io.netty.handler.codec.quic.QuicException;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.util.concurrent.Future;
import io.scalws.server.buffer.BufferChunk;
import io.scalws.server.exchange.Chunk;
import io.scalws.server.exchange.Exchange;
import io.scalws.server.exchange.Headers;
import io.scalws.server.exchange.HttpVersion;
import io.scalws.server.exchange.Outcome;
import io.scalws.server.exchange.RequestHead;
import io.scalws.server.exchange.ResponseHead;
import io.scalws.server.exchange.StreamRequestHeads;
import io.scalws.server.exchange.Wire;
import io.scalws.server.patience.Deadline;
import java.util.Optional;

/** One request stream. Reads only when asked: the client's flow control does the rest. */
final class Http3Stream extends Http3RequestStreamInboundHandler implements Wire {
  private final Http3Connection connection;
  private final QuicStreamChannel channel;
  private ChannelHandlerContext context;
  private Exchange exchange;
  private boolean wantsRead = true;
  private boolean inputClosed;
  private Headers trailers = Headers.EMPTY;
  private ChannelFuture written;
  private Deadline deadline;

  Http3Stream(Http3Connection connection, QuicStreamChannel channel) {
    this.connection = connection;
    this.channel = channel;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
    channel.config().setAutoRead(false);
    deadline = new Deadline(ctx.executor(), this::expired);
    deadline.within(connection.limits().requestHeader());
    connection.begun(this);
    channel.closeFuture().addListener(closed -> connection.ended(this));
  }

  private void expired() {
    if (exchange == null) {
      connection.dispatcher().unreadable();
      abort(Http3ErrorCode.H3_REQUEST_INCOMPLETE);
    } else {
      exchange.refuse(408);
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    ctx.fireChannelActive();
    ctx.read();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    ctx.fireChannelReadComplete();
    if (wantsRead && !inputClosed) {
      // A frame may have come in part only; nobody else asks for the rest.
      ctx.read();
    }
  }

  @Override
  protected void channelRead(ChannelHandlerContext ctx, Http3HeadersFrame frame) {
    if (exchange != null) {
      trailers(frame);
      return;
    }
    wantsRead = false;
    deadline.met();
    boolean early = !connection.isHandshakeComplete();
    Optional<RequestHead> head =
        StreamRequestHeads.of(HttpVersion.HTTP_3, frame.headers(), connection.origin().now(early));
    if (head.isEmpty()) {
      connection.dispatcher().unreadable();
      abort(Http3ErrorCode.H3_MESSAGE_ERROR);
      return;
    }
    exchange = connection.dispatcher().begin(head.get(), this);
    if (!connection.admits(channel.streamId())) {
      abort(Http3ErrorCode.H3_REQUEST_REJECTED);
      exchange.end(Outcome.REJECTED);
      return;
    }
    if (StreamRequestHeads.size(frame.headers()) > connection.limits().headerOctets()) {
      // RFC 9114 section 4.2.2
      exchange.refuse(431);
      return;
    }
    if (early && !head.get().isSafe()) {
      connection.whenHandshakeComplete(() -> connection.dispatcher().handle(exchange));
    } else {
      connection.dispatcher().handle(exchange);
    }
  }

  private void trailers(Http3HeadersFrame frame) {
    Optional<Headers> last = StreamRequestHeads.trailers(frame.headers());
    if (last.isPresent()) {
      trailers = last.get();
    } else {
      lost(Outcome.REFUSED);
      abort(Http3ErrorCode.H3_MESSAGE_ERROR);
    }
  }

  @Override
  protected void channelRead(ChannelHandlerContext ctx, Http3DataFrame frame) {
    if (exchange == null) {
      frame.release();
      return;
    }
    wantsRead = false;
    deadline.met();
    exchange.bodyChunk(new BufferChunk(frame.content()));
  }

  @Override
  protected void channelInputClosed(ChannelHandlerContext ctx) {
    if (inputClosed) {
      return;
    }
    inputClosed = true;
    deadline.met();
    if (exchange == null) {
      // RFC 9114 section 4.1: the stream ended before it held a whole request.
      abort(Http3ErrorCode.H3_REQUEST_INCOMPLETE);
    } else {
      exchange.bodyEnd(trailers);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (exchange != null && channel.isWritable()) {
      exchange.becameWritable();
    }
    ctx.fireChannelWritabilityChanged();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    deadline.discard();
    lost(channel.parent().isActive() ? Outcome.CANCELLED : Outcome.CONNECTION_LOST);
    ctx.fireChannelInactive();
  }

  /** The client reset the stream. */
  @Override
  protected void handleQuicException(ChannelHandlerContext ctx, QuicException exception) {
    lost(Outcome.CANCELLED);
    channel.close();
    connection.cancelled();
  }

  /** The codec found the request malformed and has reset the stream. */
  @Override
  protected void handleHttp3Exception(ChannelHandlerContext ctx, Http3Exception exception) {
    lost(Outcome.REFUSED);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof QuicException || cause instanceof Http3Exception) {
      super.exceptionCaught(ctx, cause);
    } else if (cause instanceof Http3HeadersValidationException) {
      lost(Outcome.REFUSED);
      abort(Http3ErrorCode.H3_MESSAGE_ERROR);
    } else {
      lost(Outcome.CANCELLED);
      abort(Http3ErrorCode.H3_REQUEST_CANCELLED);
    }
  }

  long id() {
    return channel.streamId();
  }

  void lost(Outcome outcome) {
    if (exchange != null) {
      exchange.end(outcome);
    }
  }

  void cut(Outcome outcome) {
    if (exchange != null) {
      exchange.cut(outcome);
    }
  }

  private void abort(Http3ErrorCode code) {
    channel.shutdown(code.code(), channel.newPromise()).addListener(ChannelFutureListener.CLOSE);
  }

  // The exchange's wire.

  @Override
  public void interim(ResponseHead head) {
    context.writeAndFlush(frame(head));
  }

  @Override
  public void head(ResponseHead head, boolean last) {
    written = last ? context.writeAndFlush(frame(head)) : context.write(frame(head));
    if (last) {
      end();
    } else {
      written.addListener(this::ifFailed);
    }
  }

  private static DefaultHttp3HeadersFrame frame(ResponseHead head) {
    Http3Headers fields = new DefaultHttp3Headers(false);
    fields.status(Integer.toString(head.status()));
    head.headers().forEach(fields::add);
    return new DefaultHttp3HeadersFrame(fields);
  }

  @Override
  public void chunk(Chunk chunk) {
    written = context.writeAndFlush(new DefaultHttp3DataFrame(BufferChunk.take(chunk)));
    written.addListener(this::ifFailed);
  }

  @Override
  public void finish(Headers last) {
    if (last.isEmpty()) {
      context.flush();
    } else {
      Http3Headers fields = new DefaultHttp3Headers(false);
      last.forEach(fields::add);
      written = context.writeAndFlush(new DefaultHttp3HeadersFrame(fields));
    }
    end();
  }

  private void end() {
    written.addListener(done -> channel.shutdownOutput().addListener(this::ended));
  }

  private void ended(Future<? super Void> shut) {
    if (shut.isSuccess()) {
      exchange.responseSent();
    } else {
      exchange.end(Outcome.CANCELLED);
    }
    closeIfUnread();
  }

  /** Without this the channel of a request that nobody read to its end would stay. */
  private void closeIfUnread() {
    if (inputClosed) {
      channel.close();
    }
  }

  /** STOP_SENDING, or the stream is gone. */
  private void ifFailed(Future<? super Void> write) {
    if (!write.isSuccess() && exchange != null && !exchange.isEnded()) {
      exchange.end(channel.parent().isActive() ? Outcome.CANCELLED : Outcome.CONNECTION_LOST);
      abort(Http3ErrorCode.H3_REQUEST_CANCELLED);
    }
  }

  @Override
  public void reset() {
    abort(Http3ErrorCode.H3_INTERNAL_ERROR);
  }

  @Override
  public boolean isWritable() {
    return channel.isWritable();
  }

  @Override
  public void read() {
    wantsRead = true;
    deadline.within(connection.limits().requestBodyIdle());
    context.read();
  }

  @Override
  public void stopReading() {
    if (!inputClosed) {
      // RFC 9114 section 4.1: after the whole response, the rest is asked not to be sent.
      channel.shutdownInput(Http3ErrorCode.H3_NO_ERROR.code(), channel.newPromise());
    }
  }

  @Override
  public void execute(Runnable task) {
    channel.eventLoop().execute(task);
  }
}

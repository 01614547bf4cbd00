package io.scalws.server.http2;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import io.scalws.server.buffer.BufferChunk;
import io.scalws.server.dispatch.Dispatcher;
import io.scalws.server.exchange.Chunk;
import io.scalws.server.exchange.Exchange;
import io.scalws.server.exchange.Headers;
import io.scalws.server.exchange.HttpVersion;
import io.scalws.server.exchange.Origin;
import io.scalws.server.exchange.Outcome;
import io.scalws.server.exchange.RequestHead;
import io.scalws.server.exchange.ResponseHead;
import io.scalws.server.exchange.StreamRequestHeads;
import io.scalws.server.exchange.Wire;
import io.scalws.server.patience.Deadline;
import java.time.Duration;
import java.util.Optional;

/** One request stream; reads only when asked, so that the flow control window holds the client. */
final class Http2Stream extends ChannelInboundHandlerAdapter implements Wire {
  private final Dispatcher dispatcher;
  private final Origin origin;
  private final int maxHeaderOctets;
  private final Duration bodyIdle;
  private ChannelHandlerContext context;
  private Exchange exchange;
  private boolean inputClosed;
  private boolean wantsRead = true;
  private boolean resetWhenSent;
  private Deadline bodyDeadline;

  /**
   * @param maxHeaderOctets of the request's fields
   * @param bodyIdle how long a piece of the body may be awaited
   */
  Http2Stream(Dispatcher dispatcher, Origin origin, int maxHeaderOctets, Duration bodyIdle) {
    this.dispatcher = dispatcher;
    this.origin = origin;
    this.maxHeaderOctets = maxHeaderOctets;
    this.bodyIdle = bodyIdle;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
    bodyDeadline = new Deadline(ctx.executor(), () -> exchange.refuse(408));
    ctx.channel().config().setAutoRead(false);
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    ctx.fireChannelActive();
    ctx.read();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    switch (message) {
      case Http2HeadersFrame frame -> headers(frame);
      case Http2DataFrame frame -> data(frame);
      case Http2ResetFrame _ -> {
        ReferenceCountUtil.release(message);
        lost(Outcome.CANCELLED);
      }
      default -> ReferenceCountUtil.release(message);
    }
  }

  private void headers(Http2HeadersFrame frame) {
    if (exchange != null) {
      bodyDeadline.met();
      // RFC 9113 section 8.1: a second field section is the trailers, and ends the request.
      Optional<Headers> trailers = StreamRequestHeads.trailers(frame.headers());
      if (frame.isEndStream() && trailers.isPresent()) {
        inputClosed = true;
        exchange.bodyEnd(trailers.get());
      } else {
        abort(Http2Error.PROTOCOL_ERROR, Outcome.REFUSED);
      }
      return;
    }
    wantsRead = false;
    Optional<RequestHead> head = StreamRequestHeads.of(HttpVersion.HTTP_2, frame.headers(), origin);
    if (head.isEmpty()) {
      dispatcher.unreadable();
      abort(Http2Error.PROTOCOL_ERROR, Outcome.REFUSED);
      return;
    }
    exchange = dispatcher.begin(head.get(), this);
    if (frame.isEndStream()) {
      inputClosed = true;
      exchange.bodyEnd(Headers.EMPTY);
    }
    if (StreamRequestHeads.size(frame.headers()) > maxHeaderOctets) {
      // RFC 6585 section 5
      exchange.refuse(431);
      return;
    }
    dispatcher.handle(exchange);
  }

  private void data(Http2DataFrame frame) {
    if (exchange == null) {
      frame.release();
      return;
    }
    boolean last = frame.isEndStream();
    if (frame.content().isReadable() || last) {
      wantsRead = false;
      bodyDeadline.met();
    }
    if (frame.content().isReadable()) {
      exchange.bodyChunk(new BufferChunk(frame.content()));
    } else {
      frame.release();
    }
    if (last) {
      inputClosed = true;
      exchange.bodyEnd(Headers.EMPTY);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    ctx.fireChannelReadComplete();
    if (wantsRead && !inputClosed) {
      ctx.read();
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof Http2ResetFrame) {
      lost(Outcome.CANCELLED);
    }
    ctx.fireUserEventTriggered(event);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (exchange != null && ctx.channel().isWritable()) {
      exchange.becameWritable();
    }
    ctx.fireChannelWritabilityChanged();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    Channel connection = ctx.channel().parent();
    bodyDeadline.discard();
    lost(connection.isActive() ? Outcome.CANCELLED : Outcome.CONNECTION_LOST);
    ctx.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof Http2Exception) {
      // The client broke a rule; the multiplexer resets the stream with the code for that.
      lost(Outcome.REFUSED);
    } else {
      abort(Http2Error.INTERNAL_ERROR, Outcome.FAILED);
    }
  }

  private void lost(Outcome outcome) {
    if (exchange != null) {
      exchange.end(outcome);
    }
  }

  private void abort(Http2Error error, Outcome outcome) {
    lost(outcome);
    context.writeAndFlush(new DefaultHttp2ResetFrame(error));
  }

  // The exchange's wire.

  @Override
  public void interim(ResponseHead head) {
    context.writeAndFlush(new DefaultHttp2HeadersFrame(fields(head), false));
  }

  @Override
  public void head(ResponseHead head, boolean last) {
    Http2HeadersFrame frame = new DefaultHttp2HeadersFrame(fields(head), last);
    ChannelFuture written = last ? context.writeAndFlush(frame) : context.write(frame);
    if (last) {
      written.addListener(this::ended);
    }
  }

  private static Http2Headers fields(ResponseHead head) {
    Http2Headers fields = new DefaultHttp2Headers(false);
    fields.status(Integer.toString(head.status()));
    head.headers().forEach(fields::add);
    return fields;
  }

  @Override
  public void chunk(Chunk chunk) {
    context.writeAndFlush(new DefaultHttp2DataFrame(BufferChunk.take(chunk)));
  }

  @Override
  public void finish(Headers trailers) {
    if (trailers.isEmpty()) {
      context.writeAndFlush(new DefaultHttp2DataFrame(true)).addListener(this::ended);
      return;
    }
    Http2Headers fields = new DefaultHttp2Headers(false);
    trailers.forEach(fields::add);
    context.writeAndFlush(new DefaultHttp2HeadersFrame(fields, true)).addListener(this::ended);
  }

  private void ended(Future<? super Void> write) {
    if (write.isSuccess()) {
      exchange.responseSent();
      if (resetWhenSent) {
        // RFC 9113 section 8.1: the response is whole, the rest of the request is not wanted.
        context.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.NO_ERROR));
      }
    } else {
      exchange.end(Outcome.CANCELLED);
    }
  }

  @Override
  public void reset() {
    context.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.INTERNAL_ERROR));
  }

  @Override
  public boolean isWritable() {
    return context.channel().isWritable();
  }

  @Override
  public void read() {
    wantsRead = true;
    bodyDeadline.within(bodyIdle);
    context.read();
  }

  @Override
  public void stopReading() {
    resetWhenSent = !inputClosed;
  }

  @Override
  public void execute(Runnable task) {
    context.executor().execute(task);
  }
}

package io.scalws.server.http1;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
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
import io.scalws.server.exchange.Wire;
import java.util.Optional;

/**
 * One connection. Requests that a client pipelines wait in the socket until the one before them is
 * answered. While draining, a connection closes after the response that is under way, and an idle
 * one at once.
 */
public final class Http1Connection extends ChannelInboundHandlerAdapter implements Wire {
  /** What a client may still send of a body that nobody wants, before the connection is closed. */
  private static final long MAX_DISCARDED = 256 * 1024;

  private final Dispatcher dispatcher;
  private final Origin origin;
  private ChannelHandlerContext context;
  private Exchange exchange;
  private Headers requestTrailers = Headers.EMPTY;
  private boolean keepAlive;
  private boolean requestComplete;
  private boolean responseComplete;
  private boolean wantsBody;
  private boolean chunked;
  private boolean expectsContinue;
  private boolean discarding;
  private boolean draining;
  private long discarded;

  public Http1Connection(Dispatcher dispatcher, Origin origin) {
    this.dispatcher = dispatcher;
    this.origin = origin;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
    ctx.channel().config().setAutoRead(false);
    ctx.read();
  }

  /** Takes no further request. */
  public void drain() {
    draining = true;
    if (exchange == null) {
      context.close();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (message instanceof HttpRequest request) {
      begin(request);
    }
    if (message instanceof HttpContent content) {
      body(content);
    } else {
      ReferenceCountUtil.release(message);
    }
  }

  private void begin(HttpRequest request) {
    discarding = false;
    discarded = 0;
    requestTrailers = Headers.EMPTY;
    if (request.decoderResult().isFailure()) {
      refuse(RequestHeads.statusOf(request.decoderResult().cause()));
      return;
    }
    Optional<RequestHead> head = RequestHeads.of(request, origin);
    if (head.isEmpty()) {
      refuse(400);
      return;
    }
    keepAlive = RequestHeads.keepsAlive(request);
    expectsContinue = RequestHeads.expectsContinue(request);
    exchange = dispatcher.begin(head.get(), this);
    if (!RequestHeads.hasBody(request)) {
      exchange.bodyEnd(Headers.EMPTY);
    }
    dispatcher.handle(exchange);
  }

  /** Answers what could not be parsed, without an exchange, and closes. */
  private void refuse(int status) {
    keepAlive = false;
    discarding = true;
    DefaultHttpResponse response = RequestHeads.response(ResponseHead.of(status));
    response.headers().set("content-length", "0").set("connection", "close");
    context.write(response);
    context
        .writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT)
        .addListener(ChannelFutureListener.CLOSE);
  }

  private void body(HttpContent content) {
    boolean last = content instanceof LastHttpContent;
    if (content.decoderResult().isFailure()) {
      content.release();
      if (exchange != null) {
        exchange.end(Outcome.REFUSED);
      }
      context.close();
      return;
    }
    if (last) {
      requestTrailers = RequestHeads.headers(((LastHttpContent) content).trailingHeaders());
    }
    wantsBody = false;
    if (exchange == null || discarding) {
      discarded += content.content().readableBytes();
      content.release();
    } else if (content.content().isReadable()) {
      exchange.bodyChunk(new BufferChunk(content.content()));
    } else {
      content.release();
    }
    if (exchange != null && last) {
      exchange.bodyEnd(requestTrailers);
    }
    if (last) {
      requestComplete = true;
      nextIfDone();
    } else if (discarding) {
      if (discarded > MAX_DISCARDED) {
        context.close();
      } else {
        context.read();
      }
    }
  }

  private void nextIfDone() {
    if (!requestComplete || !responseComplete) {
      return;
    }
    requestComplete = false;
    responseComplete = false;
    exchange = null;
    if (draining) {
      context.close();
    } else {
      context.read();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    ctx.fireChannelReadComplete();
    boolean waitsForHead = exchange == null && !discarding;
    if (waitsForHead || wantsBody || (discarding && keepAlive)) {
      ctx.read();
    }
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
    if (exchange != null) {
      exchange.end(Outcome.CONNECTION_LOST);
    }
    ctx.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    // Reset by the client, a TLS alert: nothing that anyone could answer.
    ctx.close();
  }

  // The exchange's wire.

  @Override
  public void interim(ResponseHead head) {
    context.writeAndFlush(RequestHeads.response(head));
    context.write(LastHttpContent.EMPTY_LAST_CONTENT);
  }

  @Override
  public void head(ResponseHead head, boolean last) {
    DefaultHttpResponse response = RequestHeads.response(head);
    boolean sized = head.headers().contains("content-length");
    boolean bodiless =
        head.status() == 204 || head.status() == 304 || exchange.request().method().equals("HEAD");
    chunked = false;
    if (!sized && !bodiless && !last) {
      if (exchange.request().version() == HttpVersion.HTTP_1_0) {
        // RFC 9112 section 6.3: the end of the connection ends the body.
        keepAlive = false;
      } else {
        chunked = true;
        response.headers().set("transfer-encoding", "chunked");
      }
    } else if (!sized && !bodiless) {
      response.headers().set("content-length", "0");
    }
    if (draining || expectsContinue) {
      // A client that was not told to go on may or may not send its body: nobody can tell.
      keepAlive = false;
    }
    if (!keepAlive) {
      response.headers().set("connection", "close");
    } else if (exchange.request().version() == HttpVersion.HTTP_1_0) {
      response.headers().set("connection", "keep-alive");
    }
    context.write(response);
    if (last) {
      finish(Headers.EMPTY);
    }
  }

  @Override
  public void chunk(Chunk chunk) {
    context.writeAndFlush(new DefaultHttpContent(BufferChunk.take(chunk)));
  }

  @Override
  public void finish(Headers trailers) {
    LastHttpContent last = LastHttpContent.EMPTY_LAST_CONTENT;
    if (chunked && !trailers.isEmpty()) {
      DefaultLastHttpContent withTrailers = new DefaultLastHttpContent();
      trailers.forEach(withTrailers.trailingHeaders()::add);
      last = withTrailers;
    }
    Exchange finished = exchange;
    context.writeAndFlush(last).addListener(done -> sent(finished, done.isSuccess()));
  }

  private void sent(Exchange finished, boolean success) {
    if (success) {
      finished.responseSent();
    } else {
      finished.end(Outcome.CONNECTION_LOST);
    }
    if (!keepAlive) {
      context.close();
      return;
    }
    responseComplete = true;
    nextIfDone();
  }

  @Override
  public void reset() {
    keepAlive = false;
    context.close();
  }

  @Override
  public boolean isWritable() {
    return context.channel().isWritable();
  }

  @Override
  public void read() {
    if (expectsContinue) {
      // RFC 9110 section 10.1.1: the client waits for this before it sends the body.
      expectsContinue = false;
      context.write(RequestHeads.response(ResponseHead.of(100)));
      context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
    }
    wantsBody = true;
    context.read();
  }

  @Override
  public void stopReading() {
    discarding = true;
    if (keepAlive) {
      context.read();
    }
  }

  @Override
  public void execute(Runnable task) {
    context.executor().execute(task);
  }
}

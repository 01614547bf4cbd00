package io.scalws.server.http1;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.util.ReferenceCountUtil;
import io.scalws.planning.spec.RuntimeModel.Timeouts;
import io.scalws.server.buffer.BufferChunk;
import io.scalws.server.dispatch.Dispatcher;
import io.scalws.server.exchange.Chunk;
import io.scalws.server.exchange.Exchange;
import io.scalws.server.exchange.Headers;
import io.scalws.server.exchange.HttpVersion;
import io.scalws.server.exchange.Origin;
import io.scalws.server.exchange.Outcome;
import io.scalws.server.exchange.ResponseHead;
import io.scalws.server.exchange.Wire;
import io.scalws.server.patience.Deadline;
import java.util.concurrent.TimeUnit;

/**
 * One connection. Requests that a client pipelines wait until the one before them is answered: a
 * message is taken from the decoder only when it is asked for. While draining, a connection closes
 * after the response that is under way, and an idle one soon.
 *
 * <p>A request that is refused is the last one of its connection, so that nobody can be made to
 * take its rest for another request.
 */
public final class Http1Connection extends ChannelInboundHandlerAdapter implements Wire {
  /** What a client may still send of a body that nobody wants, before the connection is closed. */
  private static final long MAX_DISCARDED = 256 * 1024;

  /** How long an idle connection of a draining server is kept for one more request. */
  private static final long IDLE_MILLIS = 1000;

  private final Dispatcher dispatcher;
  private final Origin origin;
  private final Timeouts timeouts;
  private final StrictRequestDecoder decoder;
  private ChannelHandlerContext context;
  private Deadline deadline;
  private MessageDemand demand;
  private Waiting waiting = Waiting.FIRST_REQUEST;
  private Exchange exchange;
  private boolean keepAlive;
  private boolean requestComplete;
  private boolean responseComplete;
  private BodyEnd bodyEnd = BodyEnd.KNOWN;
  private boolean expectsContinue;
  private boolean discarding;
  private boolean draining;
  private long discarded;

  /** A piece of a body is being handed over: the next request has to wait until that is done. */
  private boolean delivering;

  private Http1Connection(
      Dispatcher dispatcher, Origin origin, Timeouts timeouts, StrictRequestDecoder decoder) {
    this.dispatcher = dispatcher;
    this.origin = origin;
    this.timeouts = timeouts;
    this.decoder = decoder;
  }

  /** Makes HTTP/1.1 of a connection. */
  public static void install(
      ChannelPipeline pipeline,
      Dispatcher dispatcher,
      Origin origin,
      int maxHeadOctets,
      Timeouts timeouts) {
    StrictRequestDecoder decoder = new StrictRequestDecoder(maxHeadOctets);
    pipeline.addLast(
        decoder,
        new HttpResponseEncoder(),
        new FlowControlHandler(),
        new Http1Connection(dispatcher, origin, timeouts, decoder));
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
    deadline = new Deadline(ctx.executor(), this::expired);
    demand = new MessageDemand(ctx);
    ctx.channel().config().setAutoRead(false);
    await(Waiting.FIRST_REQUEST);
    demand.ask();
  }

  /**
   * Lets the response that is under way be the last one. HTTP/1.1 cannot tell an idle client that
   * its connection ends, so its next request is awaited for a moment: of most clients that are at
   * work it comes, and is answered.
   */
  public void drain() {
    draining = true;
    context.executor().schedule(this::leaveIfIdle, IDLE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void leaveIfIdle() {
    if (exchange == null && !decoder.isInsideHead() && context.channel().isActive()) {
      deadline.met();
      LingeringClose.replace(context);
    }
  }

  private void await(Waiting next) {
    waiting = next;
    deadline.within(next.limit(timeouts));
  }

  private void expired() {
    switch (waiting) {
      case FIRST_REQUEST, NEXT_REQUEST, REST -> context.close();
      case HEAD -> refuse(408);
      case BODY -> exchange.refuse(408);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    demand.satisfied();
    if (message instanceof HttpRequest request) {
      deadline.met();
      begin(request);
      ReferenceCountUtil.release(message);
    } else if (message instanceof HttpContent content) {
      body(content);
    } else {
      ReferenceCountUtil.release(message);
    }
  }

  private void begin(HttpRequest request) {
    if (request.decoderResult().isFailure()) {
      refuse(RequestHeads.statusOf(request.decoderResult().cause()));
      return;
    }
    switch (RequestHeads.of(request, origin)) {
      case RequestHeads.Refused refused -> refuse(refused.status());
      case RequestHeads.Admitted admitted -> {
        keepAlive = RequestHeads.keepsAlive(request);
        expectsContinue = RequestHeads.expectsContinue(request);
        exchange = dispatcher.begin(admitted.head(), this);
        if (!RequestHeads.hasBody(request)) {
          exchange.bodyEnd(Headers.EMPTY);
        }
        dispatcher.handle(exchange);
      }
    }
  }

  /** Answers what could not become an exchange, and closes. */
  private void refuse(int status) {
    dispatcher.unreadable();
    deadline.met();
    DefaultHttpResponse response = RequestHeads.response(ResponseHead.of(status));
    response.headers().set("content-length", "0").set("connection", "close");
    context.write(response);
    context
        .writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT)
        .addListener(done -> LingeringClose.replace(context));
  }

  private void body(HttpContent content) {
    deadline.met();
    if (exchange == null || content.decoderResult().isFailure()) {
      content.release();
      refuseBody();
      return;
    }
    boolean last = content instanceof LastHttpContent;
    boolean unwanted = discarding;
    boolean empty = !content.content().isReadable();
    requestComplete = last;
    delivering = true;
    deliver(content);
    if (last) {
      exchange.bodyEnd(RequestHeads.headers(((LastHttpContent) content).trailingHeaders()));
    }
    delivering = false;
    if (last) {
      nextIfDone();
    } else if (unwanted) {
      discard();
    } else if (empty) {
      demand.ask();
    }
  }

  private void deliver(HttpContent content) {
    if (discarding) {
      discarded += content.content().readableBytes();
      content.release();
    } else if (content.content().isReadable()) {
      exchange.bodyChunk(new BufferChunk(content.content()));
    } else {
      content.release();
    }
  }

  /** RFC 9112 section 7.1: a chunk that cannot be read leaves the rest without meaning. */
  private void refuseBody() {
    if (exchange == null || discarding) {
      context.close();
    } else {
      exchange.refuse(400);
    }
  }

  private void discard() {
    discarding = true;
    if (discarded > MAX_DISCARDED) {
      context.close();
    } else {
      await(Waiting.REST);
      demand.ask();
    }
  }

  private void nextIfDone() {
    if (!requestComplete || !responseComplete || delivering) {
      return;
    }
    requestComplete = false;
    responseComplete = false;
    discarding = false;
    discarded = 0;
    exchange = null;
    if (draining) {
      context.close();
    } else {
      await(Waiting.NEXT_REQUEST);
      demand.ask();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    ctx.fireChannelReadComplete();
    if (waiting != Waiting.HEAD && exchange == null && decoder.isInsideHead()) {
      await(Waiting.HEAD);
    }
    demand.readComplete();
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
    deadline.discard();
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
    bodyEnd = BodyEnd.of(exchange.request(), head, last);
    bodyEnd.announce(response.headers());
    // A client that was not told to go on may or may not send its body: nobody can tell.
    if (draining || expectsContinue || exchange.isRefused() || bodyEnd == BodyEnd.CLOSE) {
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
    if (bodyEnd == BodyEnd.CHUNKED && !trailers.isEmpty()) {
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
    deadline.met();
    if (!keepAlive) {
      leave();
      return;
    }
    responseComplete = true;
    if (requestComplete) {
      nextIfDone();
    } else if (!discarding) {
      discard();
    }
  }

  private void leave() {
    if (requestComplete) {
      context.close();
    } else {
      LingeringClose.replace(context);
    }
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
    if (!requestComplete) {
      await(Waiting.BODY);
      demand.ask();
    }
  }

  @Override
  public void stopReading() {
    if (keepAlive && !requestComplete) {
      discard();
    }
  }

  @Override
  public void execute(Runnable task) {
    context.executor().execute(task);
  }
}

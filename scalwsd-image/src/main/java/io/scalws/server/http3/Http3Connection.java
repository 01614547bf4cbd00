package io.scalws.server.http3;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http3.DefaultHttp3GoAwayFrame;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicheAccess;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.scalws.server.dispatch.Dispatcher;
import io.scalws.server.exchange.Outcome;
import io.scalws.server.patience.FrequencyLimit;
import io.scalws.server.quic.PathsRunOut;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What all requests of one connection share. Event loop of the connection only. */
final class Http3Connection extends ChannelInboundHandlerAdapter {
  /** RFC 9114 section 5.2: the first GOAWAY of a graceful shutdown names the largest id. */
  private static final long LARGEST_STREAM_ID = (1L << 62) - 4;

  /** Stream ids of requests are 0 modulo 4. */
  private static final int STREAM_ID_STEP = 4;

  /** Between the two GOAWAYs when no round trip time is known better. */
  private static final long SECOND_GO_AWAY_MILLIS = 500;

  /** After the second GOAWAY, or the last request: time for it to arrive, and to be repeated. */
  private static final long LINGER_MILLIS = 500;

  private static final long DELIVERY_POLL_MILLIS = 50;

  /**
   * A client that is silent for so many polls is not waited for any longer. One that reads slowly
   * has acknowledged what it has yet to read, and would lose it with the connection.
   */
  private static final int MAX_SILENT_POLLS = 60;

  /** Nor is one that has acknowledged everything and does not close for so many polls. */
  private static final int MAX_DELIVERED_POLLS = 200;

  /** Ended streams of which something may be on its way are looked through from so many on. */
  private static final int MANY_STREAMS = 64;

  private static final int MAX_CANCELLED = 200;
  private static final Duration CANCELLED_WINDOW = Duration.ofSeconds(30);

  private final QuicChannel channel;
  private final Dispatcher dispatcher;
  private final Http3Origin origin;
  private final RequestLimits limits;
  private final FrequencyLimit cancellations = new FrequencyLimit(MAX_CANCELLED, CANCELLED_WINDOW);
  private final Set<Http3Stream> streams = new LinkedHashSet<>();
  private final Set<Long> undelivered = new LinkedHashSet<>();
  private List<Runnable> held = new ArrayList<>();
  private boolean handshakeComplete;
  private boolean draining;
  private boolean lingering;
  private long received;
  private int silentPolls;
  private int deliveredPolls;
  private long lastStreamId = -STREAM_ID_STEP;

  /** Requests from this id on are rejected; above every id until the second GOAWAY. */
  private long goAwayId = Long.MAX_VALUE;

  Http3Connection(
      QuicChannel channel, Dispatcher dispatcher, Http3Origin origin, RequestLimits limits) {
    this.limits = limits;
    this.channel = channel;
    this.dispatcher = dispatcher;
    this.origin = origin;
  }

  Dispatcher dispatcher() {
    return dispatcher;
  }

  RequestLimits limits() {
    return limits;
  }

  /**
   * The client cancelled a request. One that does nothing else costs us work and itself none
   * (CVE-2023-44487 by HTTP/3's means): RFC 9114 section 10.5.
   */
  void cancelled() {
    if (!cancellations.allows(System.nanoTime())) {
      channel.close(true, Http3ErrorCode.H3_EXCESSIVE_LOAD.code(), Unpooled.EMPTY_BUFFER);
    }
  }

  Http3Origin origin() {
    return origin;
  }

  QuicChannel channel() {
    return channel;
  }

  boolean isHandshakeComplete() {
    return handshakeComplete;
  }

  /**
   * Runs the task when the handshake is complete: what came before may be a replay (RFC 8470
   * section 3).
   */
  void whenHandshakeComplete(Runnable task) {
    if (handshakeComplete) {
      task.run();
    } else {
      held.add(task);
    }
  }

  /** Whether a request may be processed; after the GOAWAY it may not. */
  boolean admits(long streamId) {
    if (streamId >= goAwayId) {
      return false;
    }
    lastStreamId = Math.max(lastStreamId, streamId);
    return true;
  }

  void begun(Http3Stream stream) {
    streams.add(stream);
  }

  void ended(Http3Stream stream) {
    streams.remove(stream);
    undelivered.add(stream.id());
    if (undelivered.size() >= MANY_STREAMS) {
      forgetDelivered();
    }
    closeIfDrained();
  }

  /** Takes no further request: GOAWAY in two steps, then the connection ends with its last one. */
  void drain() {
    if (draining || !channel.isActive()) {
      return;
    }
    if (!handshakeComplete) {
      held.add(this::drain);
      return;
    }
    draining = true;
    sendGoAway(LARGEST_STREAM_ID);
    channel
        .eventLoop()
        .schedule(this::refuseFurtherRequests, SECOND_GO_AWAY_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void refuseFurtherRequests() {
    if (channel.isActive()) {
      // RFC 9114 section 5.2: ids equal or above are not processed.
      goAwayId = lastStreamId + STREAM_ID_STEP;
      sendGoAway(goAwayId);
      closeIfDrained();
    }
  }

  private void closeIfDrained() {
    if (goAwayId != Long.MAX_VALUE && streams.isEmpty() && !lingering) {
      lingering = true;
      channel.eventLoop().schedule(this::closeWhenDelivered, LINGER_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** A connection that is closed sends nothing again: what was lost of a response stays lost. */
  private void closeWhenDelivered() {
    if (!channel.isActive()) {
      return;
    }
    forgetDelivered();
    long now = QuicheAccess.received(channel);
    boolean answering = !streams.isEmpty();
    silentPolls = now == received && !answering ? silentPolls + 1 : 0;
    received = now;
    deliveredPolls = undelivered.isEmpty() && !answering ? deliveredPolls + 1 : 0;
    if (silentPolls >= MAX_SILENT_POLLS || deliveredPolls >= MAX_DELIVERED_POLLS) {
      close();
    } else {
      channel
          .eventLoop()
          .schedule(this::closeWhenDelivered, DELIVERY_POLL_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void forgetDelivered() {
    undelivered.removeIf(id -> QuicheAccess.isDelivered(channel, id));
  }

  /** Ends what is left. Returns how many requests were cut. */
  int force() {
    List<Http3Stream> left = List.copyOf(streams);
    left.forEach(stream -> stream.cut(Outcome.FORCED));
    close();
    return left.size();
  }

  private void close() {
    channel.close(true, Http3ErrorCode.H3_NO_ERROR.code(), Unpooled.EMPTY_BUFFER);
  }

  private void sendGoAway(long id) {
    QuicStreamChannel control = Http3.getLocalControlStream(channel);
    if (control != null) {
      control.writeAndFlush(new DefaultHttp3GoAwayFrame(id));
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof SslHandshakeCompletionEvent completion && completion.isSuccess()) {
      handshakeComplete = true;
      List<Runnable> tasks = held;
      held = List.of();
      tasks.forEach(Runnable::run);
    } else if (event == PathsRunOut.EVENT) {
      drain();
    }
    ctx.fireUserEventTriggered(event);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    List.copyOf(streams).forEach(stream -> stream.lost(Outcome.CONNECTION_LOST));
    ctx.fireChannelInactive();
  }
}

package io.scalws.server.proxy;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.util.concurrent.ScheduledFuture;
import io.scalws.planning.spec.Route.Action;
import io.scalws.planning.spec.Route.Backend;
import io.scalws.server.exchange.BodyReceiver;
import io.scalws.server.exchange.Chunk;
import io.scalws.server.exchange.Exchange;
import io.scalws.server.exchange.Headers;
import io.scalws.server.exchange.Outcome;
import io.scalws.server.exchange.ResponseHead;
import io.scalws.server.proxy.Upstreams.Connection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request on its way to an upstream: which upstream is tried, when another attempt is allowed,
 * and the time limits. Owned by the event loop of the exchange.
 *
 * <p>Another attempt is allowed while nothing of the request was sent (the connection failed), and
 * once more when an idle connection turned out to be closed before it answered and the request is
 * idempotent and has no body (RFC 9110 section 9.2.2).
 */
final class ProxyExchange {
  private static final Logger LOG = LoggerFactory.getLogger(ProxyExchange.class);

  private final Exchange exchange;
  private final Headers headers;
  private final Action.Proxy action;
  private final Upstreams upstreams;
  private final Deque<Backend> untried = new ArrayDeque<>();
  private Backend backend;
  private Chunk first = Chunk.EMPTY;
  private boolean bodyless;
  private boolean retried;
  private UpstreamCall call;
  private ScheduledFuture<?> wholeLimit;
  private ScheduledFuture<?> headLimit;

  /** When the last piece of the request was sent, on the monotonic clock, in nanoseconds. */
  private long progress;

  ProxyExchange(Exchange exchange, Headers headers, Action.Proxy action, Upstreams upstreams) {
    this.exchange = exchange;
    this.headers = headers;
    this.action = action;
    this.upstreams = upstreams;
  }

  void start(List<Backend> order) {
    untried.addAll(order);
    exchange.onEnd(this::ended);
    action.requestTimeout().ifPresent(limit -> wholeLimit = schedule(limit, this::timedOut));
    // Whether there is a body decides how it is framed: the first piece or the end tells.
    exchange.receive(new FirstPiece());
    exchange.demand();
  }

  private final class FirstPiece implements BodyReceiver {
    @Override
    public void chunk(Chunk chunk) {
      if (call != null) {
        call.chunk(chunk);
        return;
      }
      first = chunk;
      tryNext();
    }

    @Override
    public void end(Headers trailers) {
      if (call != null) {
        call.end(trailers);
        return;
      }
      bodyless = true;
      tryNext();
    }

    @Override
    public void aborted() {
      // The end of the exchange, or the complete response, has been dealt with.
    }
  }

  private void tryNext() {
    backend = untried.poll();
    connect(false);
  }

  private void connect(boolean fresh) {
    upstreams.connect(
        backend,
        fresh,
        new Upstreams.Connecting() {
          @Override
          public void connected(Connection connection) {
            send(connection);
          }

          @Override
          public void failed(Throwable cause) {
            unreachable(cause);
          }
        });
  }

  private void unreachable(Throwable cause) {
    LOG.debug("upstream can not be reached, backend={}: {}", backend, cause.toString());
    if (exchange.isEnded()) {
      return;
    }
    if (untried.isEmpty()) {
      answer(502);
    } else {
      tryNext();
    }
  }

  private void send(Connection connection) {
    if (exchange.isEnded()) {
      // The client has gone while the connection was made; it can serve another.
      upstreams.pool().giveBack(connection.address(), connection.channel());
      return;
    }
    progress = System.nanoTime();
    headLimit = schedule(action.backendTimeout(), this::checkHeadLimit);
    call = new UpstreamCall(exchange, connection, this);
    Chunk body = first;
    first = Chunk.EMPTY;
    call.begin(HttpMethod.valueOf(exchange.request().method()), headers, bodyless);
    if (!bodyless) {
      call.chunk(body);
    }
  }

  /** A piece of the request was sent: the limit for the answer begins anew. */
  void progressed() {
    progress = System.nanoTime();
  }

  private void checkHeadLimit() {
    Duration left = action.backendTimeout().minusNanos(System.nanoTime() - progress);
    if (left.isPositive()) {
      headLimit = schedule(left.plusMillis(1), this::checkHeadLimit);
    } else {
      timedOut();
    }
  }

  /** The upstream has begun to answer. */
  void answering() {
    headLimit.cancel(false);
  }

  /** The response is complete; the connection may serve another request if it can be reused. */
  void complete(Connection connection, boolean reusable) {
    if (reusable) {
      upstreams.pool().giveBack(connection.address(), connection.channel());
    } else {
      connection.channel().close();
    }
  }

  /**
   * The connection broke before the answer was complete.
   *
   * @param answered whether the head of the answer had come
   */
  void broken(Connection connection, boolean answered, String why) {
    LOG.debug("upstream broke the exchange, backend={}: {}", backend, why);
    connection.channel().close();
    if (exchange.isEnded()) {
      return;
    }
    headLimit.cancel(false);
    if (answered) {
      exchange.fail();
    } else if (connection.reused() && bodyless && !retried && exchange.request().isIdempotent()) {
      retried = true;
      call = null;
      connect(true);
    } else {
      answer(502);
    }
  }

  private void timedOut() {
    if (exchange.isEnded()) {
      return;
    }
    if (exchange.isAnswered()) {
      exchange.fail();
    } else {
      answer(504);
    }
  }

  private void answer(int status) {
    exchange.respond(ResponseHead.of(status, "content-length", "0"), Chunk.EMPTY);
  }

  private void ended(Outcome outcome) {
    cancel(wholeLimit);
    cancel(headLimit);
    first.release();
    first = Chunk.EMPTY;
    if (call != null) {
      call.exchangeEnded();
    }
  }

  private ScheduledFuture<?> schedule(Duration limit, Runnable task) {
    return upstreams.loop().schedule(task, limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static void cancel(ScheduledFuture<?> limit) {
    if (limit != null) {
      limit.cancel(false);
    }
  }
}

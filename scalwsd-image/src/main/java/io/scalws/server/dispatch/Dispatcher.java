package io.scalws.server.dispatch;

import io.scalws.server.exchange.Exchange;
import io.scalws.server.exchange.RequestHandler;
import io.scalws.server.exchange.RequestHead;
import io.scalws.server.exchange.ResponseDecorator;
import io.scalws.server.exchange.Wire;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes exchanges, hands them to the handler and counts those that have not ended. */
public final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  private final RequestHandler handler;
  private final ResponseDecorator decorator;
  private final RequestObserver observer;
  private final long maxBodyOctets;
  private final LongAdder started = new LongAdder();
  private final LongAdder inFlight = new LongAdder();
  private final LongAdder unreadable = new LongAdder();

  /**
   * @param handler called on the event loop of the connection
   * @param observer called once for each exchange, on the same event loop
   * @param maxBodyOctets of one request; a longer body is refused with 413
   */
  public Dispatcher(
      RequestHandler handler,
      ResponseDecorator decorator,
      RequestObserver observer,
      long maxBodyOctets) {
    this.handler = handler;
    this.decorator = decorator;
    this.observer = observer;
    this.maxBodyOctets = maxBodyOctets;
  }

  /** A request has begun; from now on it is in flight until its exchange ends. */
  public Exchange begin(RequestHead head, Wire wire) {
    started.increment();
    inFlight.increment();
    long begun = System.nanoTime();
    Exchange begins =
        new Exchange(
            head,
            wire,
            decorator,
            (exchange, outcome) -> {
              inFlight.decrement();
              observer.ended(exchange, outcome, System.nanoTime() - begun);
            });
    begins.limitBody(maxBodyOctets);
    return begins;
  }

  /**
   * A client sent what could not become a request: bad syntax, a head that is too large or came too
   * slowly.
   */
  public void unreadable() {
    unreadable.increment();
  }

  /** Lets the handler answer. */
  public void handle(Exchange exchange) {
    if (exchange.isEnded()) {
      return;
    }
    if (exchange.request().declaredLength().orElse(0) > maxBodyOctets) {
      exchange.refuse(413);
      return;
    }
    try {
      handler.handle(exchange);
    } catch (RuntimeException e) {
      LOG.error("handler failed, target={}", exchange.request().target(), e);
      exchange.fail();
    }
  }

  /** How often {@link #unreadable} was called. */
  public long unreadableSoFar() {
    return unreadable.sum();
  }

  /** Requests that have begun. */
  public long started() {
    return started.sum();
  }

  /** Requests that have begun and not ended. */
  public long inFlight() {
    return inFlight.sum();
  }
}

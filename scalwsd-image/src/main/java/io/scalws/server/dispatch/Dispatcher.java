package io.scalws.server.dispatch;

import io.scalws.server.exchange.EndListener;
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
  private final EndListener endListener;
  private final LongAdder inFlight = new LongAdder();

  /**
   * @param handler called on the event loop of the connection
   * @param endListener called once for each exchange, on the same event loop
   */
  public Dispatcher(RequestHandler handler, ResponseDecorator decorator, EndListener endListener) {
    this.handler = handler;
    this.decorator = decorator;
    this.endListener = endListener;
  }

  /** A request has begun; from now on it is in flight until its exchange ends. */
  public Exchange begin(RequestHead head, Wire wire) {
    inFlight.increment();
    return new Exchange(
        head,
        wire,
        decorator,
        (exchange, outcome) -> {
          inFlight.decrement();
          endListener.ended(exchange, outcome);
        });
  }

  /** Lets the handler answer. */
  public void handle(Exchange exchange) {
    if (exchange.isEnded()) {
      return;
    }
    try {
      handler.handle(exchange);
    } catch (RuntimeException e) {
      LOG.error("handler failed, target={}", exchange.request().target(), e);
      exchange.fail();
    }
  }

  /** Requests that have begun and not ended. */
  public long inFlight() {
    return inFlight.sum();
  }
}

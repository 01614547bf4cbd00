package io.scalws.server.dispatch;

import io.scalws.server.exchange.Exchange;
import io.scalws.server.exchange.Outcome;

/** Told of the one end of each request, on the event loop of its connection; must not block. */
@FunctionalInterface
public interface RequestObserver {
  /**
   * @param nanos from the head of the request to its end
   */
  void ended(Exchange exchange, Outcome outcome, long nanos);

  /** Tells this one first, then the other. */
  default RequestObserver and(RequestObserver next) {
    return (exchange, outcome, nanos) -> {
      ended(exchange, outcome, nanos);
      next.ended(exchange, outcome, nanos);
    };
  }
}

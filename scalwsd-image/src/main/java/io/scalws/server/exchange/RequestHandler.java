package io.scalws.server.exchange;

/**
 * Answers a request, at once or later. Called on the exchange's event loop; must not block. What it
 * throws becomes status 500, or a cut response if the head was sent.
 */
@FunctionalInterface
public interface RequestHandler {
  void handle(Exchange exchange);
}

package io.scalws.server.exchange;

/** Told of the one end of an exchange: counters, access log, in-flight count. */
@FunctionalInterface
public interface EndListener {
  void ended(Exchange exchange, Outcome outcome);
}

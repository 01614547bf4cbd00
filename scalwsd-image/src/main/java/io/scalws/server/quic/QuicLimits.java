package io.scalws.server.quic;

import java.time.Duration;

/**
 * Transport parameters of our side.
 *
 * @param idleTimeout a connection without any packet ends after this
 * @param connectionWindow octets that a client may have under way on one connection
 * @param streamWindow octets that a client may have under way on one stream
 * @param streams requests that a client may have open on one connection
 */
public record QuicLimits(
    Duration idleTimeout, long connectionWindow, long streamWindow, int streams) {
  /** Enough for 500 Mbit/s over 100 ms. */
  public static final QuicLimits DEFAULT =
      new QuicLimits(Duration.ofSeconds(30), 8 << 20, 4 << 20, 100);

  public QuicLimits withIdleTimeout(Duration timeout) {
    return new QuicLimits(timeout, connectionWindow, streamWindow, streams);
  }
}

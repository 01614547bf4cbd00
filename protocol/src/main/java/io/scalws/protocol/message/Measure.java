package io.scalws.protocol.message;

/**
 * What a process reports about itself each second. Those named {@code _TOTAL} only grow, the others
 * are as they are now. The codes are part of the protocol; a measure that the receiver does not
 * know is skipped.
 */
public enum Measure implements Coded {
  CONNECTIONS_HTTP1(1),
  CONNECTIONS_HTTP2(2),
  CONNECTIONS_HTTP3(3),
  REQUESTS_IN_FLIGHT(4),
  REQUESTS_STARTED_TOTAL(5),
  REQUESTS_FINISHED_TOTAL(6),
  REQUESTS_FAILED_TOTAL(7),
  CONNECTIONS_ACCEPTED_TOTAL(8),
  CONNECTIONS_FORCED_CLOSED_TOTAL(9),
  HANDSHAKES_TOTAL(10),
  /** Nanoseconds of CPU time of the process. */
  CPU_NANOS_TOTAL(11),
  /** Nanoseconds that event loops were busy, summed over all of them. */
  EVENT_LOOP_BUSY_NANOS_TOTAL(12),
  EVENT_LOOPS(13),
  DATAGRAMS_RECEIVED_TOTAL(20),
  DATAGRAMS_FORWARDED_TOTAL(21),
  DATAGRAMS_ANSWERED_TOTAL(22),
  DATAGRAMS_DROPPED_TOTAL(23);

  private final int code;

  Measure(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}

package io.scalws.server.exchange;

/** How a request ended. Every request ends with exactly one of these, and is counted by it. */
public enum Outcome {
  /** The whole response was handed to the transport. */
  COMPLETED("completed"),
  /** The client reset the stream; the connection lives. */
  CANCELLED("cancelled"),
  /** The connection ended before the response did. */
  CONNECTION_LOST("connection_lost"),
  /** The request was malformed or broke a limit; it was refused or its stream reset. */
  REFUSED("refused"),
  /** It came after the GOAWAY (RFC 9114 section 5.2); the client may send it elsewhere. */
  REJECTED("rejected"),
  /** The answer failed on our side after it had begun, and was cut. */
  FAILED("failed"),
  /** The drain timeout cut it. */
  FORCED("forced");

  private final String label;

  Outcome(String label) {
    this.label = label;
  }

  /** The value of the metric label {@code outcome}. */
  public String label() {
    return label;
  }
}

package io.scalws.server.quic;

/** Told of each datagram that no connection got; exactly one call for each. Event loop only. */
public interface DatagramEvents {
  /** What became of a datagram. */
  enum Fate {
    /** Given to a connection. */
    DELIVERED("delivered"),
    /** An Initial that may begin a connection. */
    ARRIVED("arrived"),
    /** Answered with a stateless reset. */
    RESET("reset"),
    /** Answered with INVALID_TOKEN. */
    INVALID_TOKEN("invalid_token"),
    /** Answered with the versions that are spoken. */
    VERSION_NEGOTIATED("version_negotiated"),
    /** Of a connection that is not known, and not to be reset. */
    UNKNOWN_CONNECTION("unknown_connection"),
    /** No packet of QUIC, or one that no client sends. */
    MALFORMED("malformed"),
    /** A reset was due but over its rate. */
    RESET_LIMITED("reset_limited");

    private final String label;

    Fate(String label) {
      this.label = label;
    }

    /** The value of the metric label {@code fate}. */
    public String label() {
      return label;
    }
  }

  DatagramEvents NONE = fate -> {};

  void datagram(Fate fate);
}

package io.scalws.quiclb.route;

/** What became of a datagram. Each one has exactly one, so the counters add up. */
public enum Outcome {
  /** Its id names an instance that is registered. */
  FORWARDED_BY_ID("forwarded_by_id"),
  /** Its id was chosen by a client and went to an instance a moment ago. */
  FORWARDED_PINNED("forwarded_pinned"),
  /** Its id was chosen by a client and an instance was chosen for it. */
  FORWARDED_PLACED("forwarded_placed"),
  /** Its id is known dead; an instance answers with a stateless reset. */
  FORWARDED_FOR_RESET("forwarded_for_reset"),
  /** Its version is not served; the client was told which ones are. */
  ANSWERED_VERSION("answered_version"),
  /** It is no QUIC packet. */
  DROPPED_MALFORMED("dropped_malformed"),
  /** It was longer than any buffer, or the kernel told no destination. */
  DROPPED_CUT("dropped_cut"),
  /** Its version is not served, and it is too short to be answered. */
  DROPPED_VERSION("dropped_version"),
  /** It says that we do not serve a version: only servers do. */
  DROPPED_VERSION_NEGOTIATION("dropped_version_negotiation"),
  /** An Initial of fewer than 1200 octets (RFC 9000 section 14.1). */
  DROPPED_SMALL_INITIAL("dropped_small_initial"),
  /** A client chose an id of fewer than 8 or more than 20 octets (RFC 9000 section 7.2). */
  DROPPED_CID_LENGTH("dropped_cid_length"),
  /** A short header with an id that no instance of any node issued under a key that we have. */
  DROPPED_FOREIGN_CID("dropped_foreign_cid"),
  /** The id names another node. */
  DROPPED_FOREIGN_NODE("dropped_foreign_node"),
  /** The id names an instance that is not registered and may be alive. */
  DROPPED_UNREGISTERED("dropped_unregistered"),
  /** A long header that is neither Initial nor 0-RTT and whose id names nobody registered. */
  DROPPED_LONG_WITHOUT_OWNER("dropped_long_without_owner"),
  /** No instance takes new connections. */
  DROPPED_NO_INSTANCE("dropped_no_instance"),
  /** The instance does not read fast enough. */
  DROPPED_OWNER_FULL("dropped_owner_full"),
  /** The instance went away before it was sent. */
  DROPPED_OWNER_GONE("dropped_owner_gone"),
  /** An answer could not be sent. */
  DROPPED_ANSWER_FAILED("dropped_answer_failed");

  private static final int FORWARDED = 4;

  private final String text;

  Outcome(String text) {
    this.text = text;
  }

  /** As in metrics. */
  public String text() {
    return text;
  }

  /** Whether an instance is to get the datagram. */
  public boolean isForwarded() {
    return index() < FORWARDED;
  }

  /** How many outcomes say that an instance is to get the datagram; they are the first ones. */
  public static int forwardedCount() {
    return FORWARDED;
  }

  /** Its place in an array of counters. */
  @SuppressWarnings("EnumOrdinal") // Counting one datagram must cost one store.
  public int index() {
    return ordinal();
  }
}

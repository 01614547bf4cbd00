package io.scalws.protocol.quic;

/** The version-independent header of the first packet of a datagram (RFC 8999 section 5). */
@SuppressWarnings("AvoidCommonTypeNames") // The words of the RFC; written QuicHeader.Long.
public sealed interface QuicHeader {

  /**
   * A packet with a version and both connection ids (RFC 8999 section 5.1).
   *
   * @param firstOctet whole; all but its first bit has a meaning only within the version
   * @param version 0 is a version negotiation packet
   */
  record Long(int firstOctet, int version, ConnectionId dcid, ConnectionId scid)
      implements QuicHeader {}

  /**
   * A packet whose destination connection id is not delimited (RFC 8999 section 5.2): its length is
   * that of the ids that the receiver issues.
   */
  record Short(ConnectionId dcid) implements QuicHeader {}

  /** No QUIC packet, or none that reaches anyone. */
  record Malformed(Reason reason) implements QuicHeader {}

  /** What is wrong with a datagram. */
  enum Reason {
    EMPTY("the datagram is empty"),
    VERSION_CUT("a long header ends before the end of its version"),
    DCID_CUT("a long header ends before the end of its destination connection id"),
    SCID_CUT("a long header ends before the end of its source connection id"),
    SHORT_DCID_CUT("a short header ends before the end of a connection id of ours");

    private final String text;

    Reason(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }
}

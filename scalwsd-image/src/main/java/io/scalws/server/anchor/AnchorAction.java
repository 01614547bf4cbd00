package io.scalws.server.anchor;

/** What the edge does after a decision of {@link AddressAnchor}. */
public sealed interface AnchorAction {
  /**
   * The client has proved that it is there; replies go there from now on.
   *
   * @param hostChanged more than a port changed, so what was learnt of the old network does not
   *     hold (RFC 9000 section 9.4)
   */
  record Follow(ClientPath to, boolean hostChanged) implements AnchorAction {}

  /** Send these octets, which hold a PATH_CHALLENGE, once more. */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record Resend(byte[] datagram, ClientPath to) implements AnchorAction {}

  /** Call {@link AddressAnchor#wake} at this time. */
  record WakeAt(long nanos) implements AnchorAction {}

  /** The library's paths run out: ask the client to open a new connection in time. */
  record GoAway() implements AnchorAction {}

  /**
   * The client is at a new address, and the library has no path left to check it: end the
   * connection so that the client learns of it at once.
   */
  record Abandon(ClientPath at) implements AnchorAction {}
}

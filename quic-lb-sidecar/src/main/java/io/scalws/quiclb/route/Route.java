package io.scalws.quiclb.route;

import io.scalws.protocol.cid.ServerId;

/** Where a datagram goes. */
public sealed interface Route {

  /**
   * To a registered instance.
   *
   * @param resetWanted the id is known dead: to be answered with a stateless reset, nothing else
   */
  record ToOwner(ServerId owner, Outcome outcome, boolean resetWanted) implements Route {}

  /** Back to the client, which gets the list of versions. */
  record NegotiateVersion() implements Route {}

  /** Nowhere. */
  record Drop(Outcome outcome) implements Route {}
}

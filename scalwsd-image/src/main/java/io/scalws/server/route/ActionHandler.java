package io.scalws.server.route;

import io.scalws.planning.spec.Route;
import io.scalws.server.exchange.Exchange;

/** Carries out one kind of action. Called on the exchange's event loop; must not block. */
@FunctionalInterface
public interface ActionHandler<A extends Route.Action> {
  void handle(RouteMatch match, A action, Exchange exchange);
}

package io.scalws.server.route;

import io.scalws.planning.spec.Route;

/** A route and the one of its matches that a request met. */
public record RouteMatch(Route route, Route.Match match) {}

package io.scalws.server.route;

import io.scalws.planning.spec.Route.Action;

/** One handler for each kind of action. */
public record ActionHandlers(
    ActionHandler<Action.Respond> respond,
    ActionHandler<Action.Redirect> redirect,
    ActionHandler<Action.Static> files,
    ActionHandler<Action.Proxy> proxy) {}

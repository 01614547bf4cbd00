package io.scalws.server.route;

import io.scalws.planning.spec.Route.Action;
import io.scalws.server.exchange.Chunk;
import io.scalws.server.exchange.Exchange;
import io.scalws.server.exchange.RequestHandler;
import io.scalws.server.exchange.ResponseHead;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Looks up the route and lets the handler of its action answer; 404 without one. */
public final class RouteHandler implements RequestHandler {
  private static final byte[] NOT_FOUND = "not found\n".getBytes(StandardCharsets.UTF_8);

  private final RouteTable table;
  private final ActionHandlers handlers;

  public RouteHandler(RouteTable table, ActionHandlers handlers) {
    this.table = table;
    this.handlers = handlers;
  }

  @Override
  public void handle(Exchange exchange) {
    Optional<RouteMatch> found = table.match(exchange.request());
    if (found.isEmpty()) {
      exchange.respond(
          ResponseHead.of(
              404,
              "content-type",
              "text/plain; charset=utf-8",
              "content-length",
              Integer.toString(NOT_FOUND.length)),
          Chunk.of(NOT_FOUND));
      return;
    }
    RouteMatch match = found.get();
    switch (match.route().action()) {
      case Action.Respond respond -> handlers.respond().handle(match, respond, exchange);
      case Action.Redirect redirect -> handlers.redirect().handle(match, redirect, exchange);
      case Action.Static files -> handlers.files().handle(match, files, exchange);
      case Action.Proxy proxy -> handlers.proxy().handle(match, proxy, exchange);
    }
  }
}

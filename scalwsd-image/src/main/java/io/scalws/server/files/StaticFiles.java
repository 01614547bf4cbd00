package io.scalws.server.files;

import io.netty.buffer.ByteBufAllocator;
import io.scalws.planning.spec.Route;
import io.scalws.planning.spec.Route.Action;
import io.scalws.planning.spec.Route.Source;
import io.scalws.server.exchange.Exchange;
import io.scalws.server.route.ActionHandler;
import io.scalws.server.route.RouteMatch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The {@code static} actions of all routes. Built once, then only read. */
public final class StaticFiles implements ActionHandler<Action.Static> {
  private final Map<Source, FileHandler> handlers;

  private StaticFiles(Map<Source, FileHandler> handlers) {
    this.handlers = handlers;
  }

  /** Makes the handlers of every source that the routes name. */
  public static StaticFiles of(List<Route> routes, ByteBufAllocator allocator) {
    Map<Source, FileHandler> handlers = new HashMap<>();
    for (Route route : routes) {
      if (route.action() instanceof Action.Static(Source source)) {
        handlers.computeIfAbsent(source, each -> FileHandler.of(each, allocator));
      }
    }
    return new StaticFiles(Map.copyOf(handlers));
  }

  @Override
  public void handle(RouteMatch match, Action.Static action, Exchange exchange) {
    handlers.get(action.source()).handle(exchange);
  }
}

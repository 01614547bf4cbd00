package io.scalws.server;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.EventLoopGroup;
import io.scalws.planning.spec.Route;
import io.scalws.planning.spec.Route.Action;
import io.scalws.planning.spec.RuntimeModel;
import io.scalws.server.exchange.RequestHandler;
import io.scalws.server.files.FileHandler;
import io.scalws.server.proxy.ProxyHandler;
import io.scalws.server.route.ActionHandlers;
import io.scalws.server.route.FixedAnswers;
import io.scalws.server.route.RouteHandler;
import io.scalws.server.route.RouteTable;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;

/** From the routes of a runtime to the handler of its requests. */
final class Routing {
  private Routing() {}

  /**
   * @param loops of connections to upstreams
   * @param blocking for what may block, such as looking up a name
   */
  static RequestHandler of(RuntimeModel model, EventLoopGroup loops, Executor blocking) {
    Map<Action.Static, FileHandler> files = new HashMap<>();
    for (Route route : model.routes()) {
      if (route.action() instanceof Action.Static each) {
        files.put(each, FileHandler.of(each.source(), PooledByteBufAllocator.DEFAULT));
      }
    }
    ActionHandlers handlers =
        new ActionHandlers(
            FixedAnswers::respond,
            FixedAnswers::redirect,
            (match, action, exchange) -> files.get(action).handle(exchange),
            new ProxyHandler(loops, blocking, model.trustedProxies()));
    return new RouteHandler(new RouteTable(model.routes()), handlers);
  }
}

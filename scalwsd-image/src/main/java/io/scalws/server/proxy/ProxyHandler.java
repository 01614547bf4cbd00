package io.scalws.server.proxy;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.scalws.planning.spec.Cidr;
import io.scalws.planning.spec.Route.Action;
import io.scalws.server.exchange.Exchange;
import io.scalws.server.exchange.Headers;
import io.scalws.server.route.ActionHandler;
import io.scalws.server.route.RouteMatch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** Answers requests with what an upstream says. */
public final class ProxyHandler implements ActionHandler<Action.Proxy> {
  private final Map<EventExecutor, LoopState> states = new ConcurrentHashMap<>();
  private final EventLoopGroup loops;
  private final BackendAddresses addresses;
  private final List<Cidr> trustedProxies;

  /**
   * @param loops those that the exchanges live on
   * @param blocking where names are resolved
   */
  public ProxyHandler(EventLoopGroup loops, Executor blocking, List<Cidr> trustedProxies) {
    this.loops = loops;
    this.addresses = new BackendAddresses(blocking);
    this.trustedProxies = List.copyOf(trustedProxies);
  }

  /** What one event loop owns. */
  private record LoopState(UpstreamPool pool, Map<Action.Proxy, WeightedRotation> rotations) {}

  @Override
  public void handle(RouteMatch match, Action.Proxy action, Exchange exchange) {
    LoopState state =
        states.computeIfAbsent(
            currentLoop(),
            loop -> new LoopState(new UpstreamPool((EventLoop) loop), new HashMap<>()));
    WeightedRotation rotation =
        state.rotations().computeIfAbsent(action, proxy -> new WeightedRotation(proxy.backends()));
    Headers headers = ForwardedRequest.headers(exchange.request(), trustedProxies);
    new ProxyExchange(exchange, headers, action, new Upstreams(state.pool(), addresses))
        .start(rotation.next());
  }

  private EventExecutor currentLoop() {
    for (EventExecutor loop : loops) {
      if (loop.inEventLoop()) {
        return loop;
      }
    }
    throw new IllegalStateException(
        Thread.currentThread().getName() + " is not an event loop of this server");
  }
}

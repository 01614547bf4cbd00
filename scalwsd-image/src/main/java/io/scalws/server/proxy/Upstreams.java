package io.scalws.server.proxy;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import io.scalws.planning.spec.Route.Backend;
import java.net.InetSocketAddress;
import java.util.Optional;

/** Gets a connection to an upstream: an idle one, or a new one to an address of its name. */
record Upstreams(UpstreamPool pool, BackendAddresses addresses) {

  /** A connection, and whether it had been used before. */
  record Connection(Channel channel, InetSocketAddress address, boolean reused) {}

  /** Told once, on the event loop. */
  interface Connecting {
    void connected(Connection connection);

    void failed(Throwable cause);
  }

  EventLoop loop() {
    return pool.loop();
  }

  /**
   * @param fresh not an idle one, whose upstream may be about to close it
   */
  void connect(Backend backend, boolean fresh, Connecting connecting) {
    var _ =
        addresses
            .resolve(backend, System.nanoTime())
            .whenComplete(
                (address, failure) -> {
                  Runnable next =
                      failure == null
                          ? () -> connect(address, fresh, connecting)
                          : () -> connecting.failed(failure);
                  if (loop().inEventLoop()) {
                    next.run();
                  } else {
                    loop().execute(next);
                  }
                });
  }

  private void connect(InetSocketAddress address, boolean fresh, Connecting connecting) {
    Optional<Channel> idle = fresh ? Optional.empty() : pool.takeIdle(address);
    if (idle.isPresent()) {
      connecting.connected(new Connection(idle.get(), address, true));
      return;
    }
    pool.connect(address)
        .addListener(
            (ChannelFuture future) -> {
              if (future.isSuccess()) {
                connecting.connected(new Connection(future.channel(), address, false));
              } else {
                connecting.failed(future.cause());
              }
            });
  }
}

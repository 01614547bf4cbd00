package io.scalws.server.proxy;

import io.scalws.planning.spec.Route.Backend;
import io.scalws.protocol.socket.IpAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Addresses of upstreams. Names are resolved by the system's resolver on threads that may block,
 * and remembered for a while. Used by every event loop.
 */
final class BackendAddresses {
  /** How long an answer is used; a failure is not remembered. */
  private static final Duration LIFETIME = Duration.ofSeconds(5);

  private final Executor blocking;
  private final Map<String, Resolution> resolutions = new ConcurrentHashMap<>();
  private final AtomicInteger turn = new AtomicInteger();

  BackendAddresses(Executor blocking) {
    this.blocking = blocking;
  }

  private record Resolution(long atNanos, CompletableFuture<InetAddress[]> addresses) {
    boolean usable(long now) {
      return !addresses.isCompletedExceptionally() && now - atNanos < LIFETIME.toNanos();
    }
  }

  /**
   * Where to connect to. Completes on any thread; several addresses of one name take turns.
   *
   * @param now of the monotonic clock, in nanoseconds
   */
  CompletableFuture<InetSocketAddress> resolve(Backend backend, long now) {
    Optional<IpAddress> literal = IpAddress.parse(backend.host());
    if (literal.isPresent()) {
      return CompletableFuture.completedFuture(
          new InetSocketAddress(literal.get().toInetAddress(), backend.port()));
    }
    Resolution resolution =
        resolutions.compute(
            backend.host(),
            (host, known) ->
                known != null && known.usable(now) ? known : new Resolution(now, lookUp(host)));
    return resolution
        .addresses()
        .thenApply(
            all ->
                new InetSocketAddress(
                    all[Math.floorMod(turn.getAndIncrement(), all.length)], backend.port()));
  }

  private CompletableFuture<InetAddress[]> lookUp(String host) {
    CompletableFuture<InetAddress[]> result = new CompletableFuture<>();
    blocking.execute(
        () -> {
          try {
            result.complete(InetAddress.getAllByName(host));
          } catch (UnknownHostException | RuntimeException e) {
            result.completeExceptionally(e);
          }
        });
    return result;
  }
}

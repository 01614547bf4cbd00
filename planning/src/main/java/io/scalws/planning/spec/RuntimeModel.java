package io.scalws.planning.spec;

import io.scalws.protocol.socket.SocketIdentity;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A runtime that can be served: every reference is resolved, every default filled in, every rule of
 * the specification holds.
 *
 * @param listeners at least one; names are unique and no two identities overlap
 * @param routes in the order of the specification; their precedence is the server's matter
 * @param instanceHeader name of the response header that names the instance
 * @param trustedProxies whose forwarding headers are believed; empty: nobody's
 */
public record RuntimeModel(
    RuntimeName name,
    List<Listener> listeners,
    List<Route> routes,
    Instances instances,
    Optional<String> instanceHeader,
    Limits limits,
    Timeouts timeouts,
    List<Cidr> trustedProxies,
    Drain drain,
    Rollout rollout,
    Scaling scaling,
    Quic quic) {

  public RuntimeModel {
    listeners = List.copyOf(listeners);
    routes = List.copyOf(routes);
    trustedProxies = List.copyOf(trustedProxies);
  }

  /** Every identity of every listener, in canonical order. */
  public SortedSet<SocketIdentity> identities() {
    SortedSet<SocketIdentity> all = new TreeSet<>();
    for (Listener listener : listeners) {
      all.addAll(listener.tcp());
      all.addAll(listener.udp());
    }
    return Collections.unmodifiableSortedSet(all);
  }

  /** The listener that an identity belongs to; empty if it belongs to none. */
  public Optional<Listener> listenerOf(SocketIdentity identity) {
    return listeners.stream()
        .filter(listener -> listener.tcp().contains(identity) || listener.udp().contains(identity))
        .findFirst();
  }

  /**
   * How many instances a node has.
   *
   * @param min 1 or more
   * @param max at least {@code min}
   */
  public record Instances(int min, int max) {
    public Instances {
      if (min < 1 || max < min) {
        throw new IllegalArgumentException("instances " + min + ".." + max);
      }
    }
  }

  /**
   * Bounds of one request.
   *
   * @param headerBytes octets of request line and headers
   * @param bodyBytes octets of a request's body
   */
  public record Limits(int headerBytes, long bodyBytes) {}

  /**
   * How long a client may take.
   *
   * @param handshake for TLS and the PROXY protocol header
   * @param requestHeader for the headers of a request
   * @param requestBodyIdle between two parts of a body
   * @param idle for a connection without a request
   */
  public record Timeouts(
      Duration handshake, Duration requestHeader, Duration requestBodyIdle, Duration idle) {}

  /**
   * How an instance leaves.
   *
   * @param timeout what is not finished after this long is closed
   */
  public record Drain(Duration timeout) {}

  /**
   * How instances are replaced.
   *
   * @param surge how many at a time, 1 or more
   * @param progressDeadline how long a new instance may take to become ready
   */
  public record Rollout(int surge, Duration progressDeadline) {}

  /** Who decides how many instances there are. */
  public record Scaling(Mode mode) {
    /** Both hold {@code min} until the load is looked at. */
    public enum Mode {
      ADAPTIVE,
      FIXED
    }
  }

  /** When a client must prove its address first. */
  public record Quic(Retry retry) {
    /** See the fields of the same name in the specification. */
    public enum Retry {
      UNDER_LOAD,
      ALWAYS,
      NEVER
    }
  }
}

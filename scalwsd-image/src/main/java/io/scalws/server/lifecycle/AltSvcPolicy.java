package io.scalws.server.lifecycle;

import io.scalws.planning.spec.Listener.Http3;
import java.util.Optional;

/**
 * Whether responses over TCP offer HTTP/3 (RFC 7838): only while a new QUIC connection would be
 * accepted here or by another instance.
 */
public final class AltSvcPolicy {
  private AltSvcPolicy() {}

  /**
   * The value of {@code alt-svc}; empty to stay silent.
   *
   * @param registered whether a demultiplexer places connections here, or the instance reads itself
   */
  public static Optional<String> value(Http3 http3, ServerState state, boolean registered) {
    if (state != ServerState.SERVING || !registered) {
      return Optional.empty();
    }
    return Optional.of(
        "h3=\":" + http3.advertisedPort() + "\"; ma=" + http3.altSvcMaxAge().toSeconds());
  }
}

package io.scalws.server.lifecycle;

import java.util.Optional;

/** The life of one instance. */
public enum ServerState {
  /** Sockets are being opened, handlers warmed up. */
  STARTING,
  /** Everything is prepared; no connection is accepted before the agent says so. */
  READY,
  /** Accepts and serves. */
  SERVING,
  /** Serves what it has, takes nothing new. */
  DRAINING,
  /** Nothing is left. */
  ENDED;

  /** What happens to an instance. */
  public enum Event {
    PREPARED,
    ACTIVATED,
    DRAIN_ASKED,
    DRAINED
  }

  /** The next state; empty if the event is not allowed now. */
  public Optional<ServerState> on(Event event) {
    return switch (this) {
      case STARTING ->
          switch (event) {
            case PREPARED -> Optional.of(READY);
            case DRAIN_ASKED -> Optional.of(DRAINING);
            case ACTIVATED, DRAINED -> Optional.empty();
          };
      case READY ->
          switch (event) {
            case ACTIVATED -> Optional.of(SERVING);
            case DRAIN_ASKED -> Optional.of(DRAINING);
            case PREPARED, DRAINED -> Optional.empty();
          };
      case SERVING ->
          switch (event) {
            case DRAIN_ASKED -> Optional.of(DRAINING);
            // A new agent says it again.
            case ACTIVATED -> Optional.of(SERVING);
            case PREPARED, DRAINED -> Optional.empty();
          };
      case DRAINING ->
          switch (event) {
            case DRAINED -> Optional.of(ENDED);
            case DRAIN_ASKED, ACTIVATED, PREPARED -> Optional.empty();
          };
      case ENDED -> Optional.empty();
    };
  }
}

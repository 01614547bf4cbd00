package io.scalws.quiclb;

import io.scalws.protocol.message.AgentMessage.ReaderState;
import java.util.Optional;

/** Whether this process reads the UDP sockets. */
enum DemuxState {
  /** Another process reads; this one waits for the lock. */
  STANDBY,
  /** It holds the lock and waits for the registrations that the agent expects. */
  GATHERING,
  /** It reads. */
  SERVING;

  enum Event {
    LOCK_HELD,
    /** Everyone is registered, or the deadline is over. */
    GATHERED
  }

  /** The next state; empty if the event does not belong here. */
  Optional<DemuxState> on(Event event) {
    return switch (this) {
      case STANDBY ->
          switch (event) {
            case LOCK_HELD -> Optional.of(GATHERING);
            case GATHERED -> Optional.empty();
          };
      case GATHERING ->
          switch (event) {
            case LOCK_HELD -> Optional.empty();
            case GATHERED -> Optional.of(SERVING);
          };
      case SERVING ->
          switch (event) {
            case LOCK_HELD, GATHERED -> Optional.empty();
          };
    };
  }

  ReaderState reported() {
    return switch (this) {
      case STANDBY -> ReaderState.STANDBY;
      case GATHERING -> ReaderState.STARTING;
      case SERVING -> ReaderState.SERVING;
    };
  }
}

package io.scalws.quiclb;

import io.scalws.protocol.message.AgentMessage.HeldSocket;
import io.scalws.protocol.message.AgentMessage.ReaderState;
import io.scalws.protocol.message.AgentMessage.Registrations;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** What other threads see of the loop: values that it replaces, never changes. */
final class LoopView {
  private static final long HUNG_NANOS = 2_000_000_000L;

  private final LongSupplier nanoClock;
  private volatile List<HeldSocket> held = List.of();
  private volatile Map<String, Long> ownerLosses = Map.of();
  private volatile Map<String, Long> socketDrops = Map.of();
  private volatile Registrations registrations =
      new Registrations(ReaderState.STARTING, List.of(), List.of());
  private volatile long pinsEvicted;
  private volatile long tickedAtNanos;

  /**
   * @param nanoClock monotonic
   */
  LoopView(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    ticked();
  }

  void held(List<HeldSocket> sockets) {
    held = sockets;
  }

  void ownerLosses(Map<String, Long> datagramsByServerId) {
    ownerLosses = datagramsByServerId;
  }

  void socketDrops(Map<String, Long> datagramsByIdentity) {
    socketDrops = datagramsByIdentity;
  }

  void registrations(Registrations current) {
    registrations = current;
  }

  void pinsEvicted(long count) {
    pinsEvicted = count;
  }

  /** The loop goes round. */
  void ticked() {
    tickedAtNanos = nanoClock.getAsLong();
  }

  /** Whether the loop has gone round lately; it does ten times a second. */
  boolean isTurning() {
    return nanoClock.getAsLong() - tickedAtNanos < HUNG_NANOS;
  }

  List<HeldSocket> held() {
    return held;
  }

  Map<String, Long> ownerLosses() {
    return ownerLosses;
  }

  Map<String, Long> socketDrops() {
    return socketDrops;
  }

  Registrations registrations() {
    return registrations;
  }

  long pinsEvicted() {
    return pinsEvicted;
  }

  boolean isServing() {
    return registrations.state() == ReaderState.SERVING;
  }
}

package io.scalws.agent.conduct;

import io.scalws.agent.instance.Instance.Backoff;
import io.scalws.protocol.message.AgentMessage.ReaderState;
import io.scalws.protocol.message.AgentMessage.Registrations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The two quic-lb processes: one serves, the other waits to take over; a lock between themselves
 * decides which. Here is only what is known of them. Owned by the conductor's thread.
 */
final class QuicLbs {
  static final List<String> IDS = List.of("quic-lb-1", "quic-lb-2");
  private static final int SIGNAL_KILL = 9;

  /** A process that reported before and is silent this long is hung. */
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private final Map<String, Slot> slots = new TreeMap<>();
  private int restarts;

  /** One of the two; replaced as a whole. */
  private record Slot(
      Optional<Child> child,
      Backoff backoff,
      Instant startedAt,
      ReaderState state,
      Optional<Instant> lastReport) {}

  QuicLbs(Instant now) {
    for (String id : IDS) {
      slots.put(
          id,
          new Slot(
              Optional.empty(), Backoff.none(now), now, ReaderState.STARTING, Optional.empty()));
    }
  }

  /** Which of them should be started now. */
  List<String> missing(Instant now) {
    List<String> missing = new ArrayList<>();
    slots.forEach(
        (id, slot) -> {
          if (slot.child().isEmpty() && !now.isBefore(slot.backoff().notBefore())) {
            missing.add(id);
          }
        });
    return missing;
  }

  void started(Child child, Instant now) {
    Slot slot = slots.get(child.id());
    slots.put(
        child.id(),
        new Slot(Optional.of(child), slot.backoff(), now, ReaderState.STARTING, Optional.empty()));
  }

  void failedToStart(String id, Instant now) {
    Slot slot = slots.get(id);
    slots.put(
        id,
        new Slot(
            Optional.empty(),
            slot.backoff().failed(now, now),
            now,
            ReaderState.STARTING,
            Optional.empty()));
  }

  void exited(String id, Instant now) {
    Slot slot = slots.get(id);
    restarts++;
    slots.put(
        id,
        new Slot(
            Optional.empty(),
            slot.backoff().failed(slot.startedAt(), now),
            now,
            ReaderState.STARTING,
            Optional.empty()));
  }

  void told(Child child, Registrations registrations) {
    Slot slot = slots.get(child.id());
    slots.put(
        child.id(),
        new Slot(
            slot.child(),
            slot.backoff(),
            slot.startedAt(),
            registrations.state(),
            slot.lastReport()));
  }

  void reported(Child child, Instant now) {
    Slot slot = slots.get(child.id());
    slots.put(
        child.id(),
        new Slot(slot.child(), slot.backoff(), slot.startedAt(), slot.state(), Optional.of(now)));
  }

  /** Kills what hangs; its end is noticed like any other. Returns who was killed. */
  List<String> killHung(Instant now) {
    List<String> killed = new ArrayList<>();
    slots.forEach(
        (id, slot) -> {
          boolean silent =
              slot.lastReport().filter(last -> now.isAfter(last.plus(SILENCE))).isPresent();
          if (silent && slot.child().isPresent()) {
            slot.child().get().running().signal(SIGNAL_KILL);
            killed.add(id);
          }
        });
    return killed;
  }

  List<Child> children() {
    return slots.values().stream().flatMap(slot -> slot.child().stream()).toList();
  }

  int restarts() {
    return restarts;
  }

  /** The one that serves, or else the first. */
  Optional<Child> first() {
    Optional<Child> serving = serving();
    return serving.isPresent() ? serving : children().stream().findFirst();
  }

  Optional<Child> serving() {
    return children().stream()
        .filter(child -> slots.get(child.id()).state() == ReaderState.SERVING)
        .findFirst();
  }

  /** As in the status. */
  String state(Child child) {
    return switch (slots.get(child.id()).state()) {
      case STARTING -> "Starting";
      case STANDBY -> "Standby";
      case SERVING -> "Serving";
    };
  }
}

package io.scalws.agent.conduct;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What happened, newest last; the oldest are forgotten. Owned by the conductor's thread. */
public final class EventLog {
  private static final int MAX_EVENTS = 500;

  private final Deque<Event> events = new ArrayDeque<>();

  /**
   * One thing that happened.
   *
   * @param reason one word, for programs
   * @param subject an instance, a generation, a socket
   */
  public record Event(String at, String reason, String subject, String message) {}

  void add(Instant at, String reason, String subject, String message) {
    if (events.size() == MAX_EVENTS) {
      events.removeFirst();
    }
    events.addLast(new Event(at.toString(), reason, subject, message));
  }

  List<Event> events() {
    return List.copyOf(events);
  }
}

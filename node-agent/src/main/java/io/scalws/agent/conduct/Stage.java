package io.scalws.agent.conduct;

import java.time.Instant;

/**
 * Everything that the conductor's thread owns, for the classes among which its work is divided.
 *
 * @param events what happened, for the user
 */
record Stage(
    Parts parts,
    Generations generations,
    Roster roster,
    QuicLbs quicLbs,
    ServerIds ids,
    EventLog events) {

  Instant now() {
    return parts.clock().instant();
  }

  /** Notes something for the user; events carry the time of day. */
  void event(String reason, String subject, String message) {
    events.add(Instant.now(), reason, subject, message);
  }

  void count(AgentMetric metric) {
    parts.metrics().count(metric);
  }
}

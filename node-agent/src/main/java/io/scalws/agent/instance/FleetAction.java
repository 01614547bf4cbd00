package io.scalws.agent.instance;

import io.scalws.protocol.socket.GenerationId;

/** What the planner wants done. */
public sealed interface FleetAction {
  /** A process for this instance, new or again. */
  record Start(String id, GenerationId generation) implements FleetAction {}

  /** It shall finish and leave. */
  record Drain(String id, String reason) implements FleetAction {}

  /** It does not answer any more, or takes too long. */
  record Kill(String id, String reason) implements FleetAction {}

  /** It has ended as it should; nothing is left to keep of it. */
  record Forget(String id) implements FleetAction {}

  /** Every instance of the target generation serves, and nobody else takes new work. */
  record Commit(GenerationId generation) implements FleetAction {}

  /** The target generation does not become ready; back to the active one. */
  record RollBack(GenerationId from, GenerationId to, String reason) implements FleetAction {}
}

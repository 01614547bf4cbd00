package io.scalws.agent.instance;

import io.scalws.protocol.socket.GenerationId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * All instances of the runtime and what shall become of them.
 *
 * @param runtime its name; instances are called {@code NAME-NUMBER}
 * @param desired how many shall serve; 0 when the agent is told to stop
 * @param active the generation that was committed last; empty before the first
 * @param target the generation that shall serve
 * @param lastNumber of the instance that was started last; the next one gets another, so that a new
 *     instance is not taken for the one that it replaces
 * @param progressSince when the rollout began or last made progress
 */
public record Fleet(
    String runtime,
    int desired,
    Optional<GenerationId> active,
    GenerationId target,
    int lastNumber,
    Instant progressSince,
    Terms terms,
    List<Instance> instances) {
  public Fleet {
    instances = List.copyOf(instances);
  }

  /**
   * How long things may take.
   *
   * @param surge how many more than desired there may be during a rollout
   * @param progressDeadline how long a new instance may take to become ready
   * @param drainTimeout what is not finished after this long is closed
   * @param silence how long an instance may be silent before it counts as hung
   */
  public record Terms(
      int surge, Duration progressDeadline, Duration drainTimeout, Duration silence) {}
}

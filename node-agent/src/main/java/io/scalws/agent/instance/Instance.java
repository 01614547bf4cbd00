package io.scalws.agent.instance;

import io.scalws.protocol.socket.GenerationId;
import java.time.Duration;
import java.time.Instant;

/**
 * One instance as the planner sees it.
 *
 * @param id {@code web-1}
 * @param since when it came into its state
 * @param lastSign when its process was last heard of
 * @param replace whether it shall be replaced although its generation is right
 * @param backoff how long to wait, and until when, before it is started again
 * @param load what would be lost with it: connections and requests in flight
 */
public record Instance(
    String id,
    GenerationId generation,
    InstanceState state,
    Instant since,
    Instant lastSign,
    boolean replace,
    Backoff backoff,
    long load) {

  /** One that was never started. */
  public static Instance fresh(String id, GenerationId generation, Instant now) {
    return new Instance(
        id, generation, InstanceState.EXITED, now, now, false, Backoff.none(now), 0);
  }

  public Instance in(InstanceState next, Instant now) {
    return new Instance(
        id, generation, next, state == next ? since : now, now, replace, backoff, load);
  }

  public Instance heard(Instant now, long reportedLoad) {
    return new Instance(id, generation, state, since, now, replace, backoff, reportedLoad);
  }

  public Instance of(GenerationId raised) {
    return new Instance(id, raised, state, since, lastSign, replace, backoff, load);
  }

  public Instance toBeReplaced() {
    return new Instance(id, generation, state, since, lastSign, true, backoff, load);
  }

  public Instance with(Backoff changed) {
    return new Instance(id, generation, state, since, lastSign, replace, changed, load);
  }

  /**
   * How long to wait before a process is started again: 1 s, doubling to 30 s, from the beginning
   * after it ran for 60 s.
   *
   * @param failures in a row
   * @param notBefore when the next start is allowed
   */
  public record Backoff(int failures, Instant notBefore) {
    private static final Duration RESET_AFTER = Duration.ofSeconds(60);
    private static final int MAX_SECONDS = 30;

    public static Backoff none(Instant now) {
      return new Backoff(0, now);
    }

    /** After a process ended that should not have. */
    public Backoff failed(Instant startedAt, Instant now) {
      boolean stable = Duration.between(startedAt, now).compareTo(RESET_AFTER) >= 0;
      int count = stable ? 1 : failures + 1;
      long seconds = Math.min(MAX_SECONDS, 1L << Math.min(count - 1, 10));
      return new Backoff(count, now.plusSeconds(seconds));
    }
  }
}

package io.scalws.agent.instance;

import io.scalws.agent.instance.FleetAction.Commit;
import io.scalws.agent.instance.FleetAction.Drain;
import io.scalws.agent.instance.FleetAction.Forget;
import io.scalws.agent.instance.FleetAction.Kill;
import io.scalws.agent.instance.FleetAction.RollBack;
import io.scalws.agent.instance.FleetAction.Start;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Compares the fleet with what it shall be. It is asked after everything that happens and at every
 * tick, always about everything; asked again without a change in between it asks for the same, so
 * an action that was not possible is simply wanted again.
 */
public final class FleetPlanner {
  /** How much longer than the drain timeout a process may take to end. */
  private static final Duration DRAIN_GRACE = Duration.ofSeconds(5);

  /** How long a process that told that it cannot serve may take to end. */
  private static final Duration FAIL_GRACE = Duration.ofSeconds(5);

  /** How many failures in a row of a new generation are enough to give it up. */
  private static final int FAILURES_TO_ROLL_BACK = 3;

  /** Numbers begin anew behind this one, so that logs of old instances stay bounded. */
  static final int MAX_NUMBER = 199;

  private final Fleet fleet;
  private final Instant now;
  private final List<FleetAction> actions = new ArrayList<>();

  private FleetPlanner(Fleet fleet, Instant now) {
    this.fleet = fleet;
    this.now = now;
  }

  public static List<FleetAction> plan(Fleet fleet, Instant now) {
    return new FleetPlanner(fleet, now).plan();
  }

  private List<FleetAction> plan() {
    Optional<RollBack> rollBack = rollBack();
    if (rollBack.isPresent()) {
      return List.of(rollBack.get());
    }
    killWhatHangs();
    forgetWhatLeft();
    startWhatIsMissing();
    drainWhatIsTooMuch();
    commit();
    return List.copyOf(actions);
  }

  private Optional<RollBack> rollBack() {
    if (fleet.active().isEmpty() || fleet.active().get().equals(fleet.target())) {
      return Optional.empty();
    }
    Optional<Instance> failing =
        fleet.instances().stream()
            .filter(this::isNew)
            .filter(each -> each.backoff().failures() >= FAILURES_TO_ROLL_BACK)
            .findFirst();
    if (failing.isPresent()) {
      return Optional.of(
          rollBack(failing.get().id() + " ended " + FAILURES_TO_ROLL_BACK + " times in a row"));
    }
    boolean waiting = ready(this::isNew) < fleet.desired();
    boolean late = now.isAfter(fleet.progressSince().plus(fleet.terms().progressDeadline()));
    return waiting && late
        ? Optional.of(
            rollBack(
                "no instance became ready within "
                    + fleet.terms().progressDeadline().toSeconds()
                    + " s"))
        : Optional.empty();
  }

  private RollBack rollBack(String reason) {
    return new RollBack(fleet.target(), fleet.active().orElseThrow(), reason);
  }

  private void killWhatHangs() {
    for (Instance each : fleet.instances()) {
      switch (each.state()) {
        case READY -> {
          if (silent(each, fleet.terms().silence())) {
            actions.add(
                new Kill(each.id(), "silent for " + fleet.terms().silence().toSeconds() + " s"));
          }
        }
        case STARTING -> {
          if (longIn(each, fleet.terms().progressDeadline())) {
            actions.add(
                new Kill(
                    each.id(),
                    "not ready after " + fleet.terms().progressDeadline().toSeconds() + " s"));
          }
        }
        case DRAINING -> {
          if (longIn(each, fleet.terms().drainTimeout().plus(DRAIN_GRACE))) {
            actions.add(new Kill(each.id(), "still there after the drain timeout"));
          }
        }
        case FAILED -> {
          if (longIn(each, FAIL_GRACE)) {
            actions.add(new Kill(each.id(), "failed and still there"));
          }
        }
        case EXITED -> {}
      }
    }
  }

  private boolean silent(Instance instance, Duration time) {
    return now.isAfter(instance.lastSign().plus(time));
  }

  private boolean longIn(Instance instance, Duration time) {
    return now.isAfter(instance.since().plus(time));
  }

  /** One that has ended is started again in its place if it is still wanted, else forgotten. */
  private void forgetWhatLeft() {
    for (Instance each : fleet.instances()) {
      if (each.state() == InstanceState.EXITED && !restartable().contains(each)) {
        actions.add(new Forget(each.id()));
      }
    }
  }

  /** What has ended and is wanted again: of the target generation, as many as are missing. */
  private List<Instance> restartable() {
    long missing = Math.max(0, fleet.desired() - count(this::isNew));
    return fleet.instances().stream()
        .filter(each -> each.state() == InstanceState.EXITED && isNew(each))
        .sorted(Comparator.comparing(Instance::id))
        .limit(missing)
        .toList();
  }

  private void startWhatIsMissing() {
    long wanted = fleet.desired() - count(this::isNew);
    // Old instances that serve on leave room for only `surge` new ones at a time.
    long room = fleet.desired() + fleet.terms().surge() - count(each -> true);
    long starts = Math.min(wanted, room);
    for (Instance each : restartable()) {
      if (starts > 0 && !now.isBefore(each.backoff().notBefore())) {
        actions.add(new Start(each.id(), fleet.target()));
      }
      starts--;
    }
    Set<String> ids = new HashSet<>();
    fleet.instances().forEach(each -> ids.add(each.id()));
    for (int number = fleet.lastNumber() % MAX_NUMBER + 1;
        starts > 0;
        number = number % MAX_NUMBER + 1) {
      String id = fleet.runtime() + "-" + number;
      if (ids.add(id)) {
        actions.add(new Start(id, fleet.target()));
        starts--;
      }
    }
  }

  private void drainWhatIsTooMuch() {
    long readyOnes = ready(each -> true);
    long tooMuch = readyOnes - fleet.desired();
    List<Instance> old =
        fleet.instances().stream()
            .filter(each -> each.state().counts() && !isNew(each))
            .sorted(
                Comparator.comparing((Instance each) -> each.state() == InstanceState.READY)
                    .thenComparingLong(Instance::load)
                    .thenComparing(Instance::id))
            .toList();
    for (Instance each : old) {
      boolean serving = each.state() == InstanceState.READY;
      if (!serving || tooMuch > 0) {
        actions.add(
            new Drain(
                each.id(),
                each.generation().equals(fleet.target())
                    ? "replaced"
                    : "generation " + fleet.target() + " takes over"));
        tooMuch -= serving ? 1 : 0;
      }
    }
    long surplus = count(this::isNew) - fleet.desired();
    fleet.instances().stream()
        .filter(each -> each.state().counts() && isNew(each))
        .sorted(
            Comparator.comparing((Instance each) -> each.state() == InstanceState.READY)
                .thenComparingLong(Instance::load)
                .thenComparing(Comparator.comparing(Instance::id).reversed()))
        .limit(Math.max(0, surplus))
        .forEach(each -> actions.add(new Drain(each.id(), "fewer instances are wanted")));
  }

  private void commit() {
    boolean settled =
        ready(this::isNew) >= fleet.desired()
            && fleet.instances().stream().noneMatch(each -> each.state().counts() && !isNew(each));
    boolean changed = !fleet.active().equals(Optional.of(fleet.target()));
    if (settled && changed && fleet.desired() > 0) {
      actions.add(new Commit(fleet.target()));
    }
  }

  private boolean isNew(Instance each) {
    return each.generation().equals(fleet.target()) && !each.replace();
  }

  private long count(Predicate<Instance> filter) {
    return fleet.instances().stream().filter(each -> each.state().counts()).filter(filter).count();
  }

  private long ready(Predicate<Instance> filter) {
    return fleet.instances().stream()
        .filter(each -> each.state() == InstanceState.READY)
        .filter(filter)
        .count();
  }
}

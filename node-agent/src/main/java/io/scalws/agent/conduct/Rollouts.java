package io.scalws.agent.conduct;

import io.scalws.agent.conduct.Generations.Generation;
import io.scalws.agent.instance.Fleet;
import io.scalws.agent.instance.Instance;
import io.scalws.agent.instance.InstanceState;
import io.scalws.crds.ScalwsRuntimeSpec;
import io.scalws.planning.spec.ParseResult.Parsed;
import io.scalws.planning.spec.ResolvedSpecification;
import io.scalws.planning.spec.RuntimeModel;
import io.scalws.planning.status.RuntimeStatus.RolloutStatus;
import io.scalws.protocol.socket.GenerationId;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Specifications on their way: prepared, published, committed, rolled back or superseded. Owned by
 * the conductor's thread.
 */
final class Rollouts {
  private static final Logger LOG = LoggerFactory.getLogger(Rollouts.class);

  private static final int KEPT_GENERATIONS = 10;

  /** A ready instance that reports nothing this long is hung. */
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private final Stage stage;
  private Optional<Fleet> fleet = Optional.empty();
  private Optional<Rollout> pending = Optional.empty();
  private Optional<RolloutStatus> last = Optional.empty();
  private Optional<Integer> byHand = Optional.empty();
  private Optional<String> lastRejection = Optional.empty();
  private long lastGeneration;
  private boolean stopping;

  Rollouts(Stage stage, long lastGeneration) {
    this.stage = stage;
    this.lastGeneration = lastGeneration;
  }

  /** One that has not ended; everybody who waits for it gets the same answer. */
  private record Rollout(
      GenerationId generation, List<CompletableFuture<Outcome>> answers, Receipt receipt) {}

  Optional<Fleet> fleet() {
    return fleet.map(stage.roster()::in);
  }

  Optional<RolloutStatus> last() {
    return last;
  }

  Optional<String> lastRejection() {
    return lastRejection;
  }

  boolean isRolling() {
    return pending.isPresent();
  }

  boolean isStopping() {
    return stopping;
  }

  long lastGeneration() {
    return lastGeneration;
  }

  /** The generation whose model is in force. */
  Optional<Generation> target() {
    return fleet.flatMap(each -> stage.generations().find(each.target()));
  }

  /** What a predecessor had committed, with its sockets. */
  void restore(Generation active) {
    fleet = Optional.of(fleet(active, Optional.of(active.id())));
    stage.generations().publish(active.id());
  }

  void apply(Parsed parsed, CompletableFuture<Outcome> answer) {
    Optional<Generation> current = target();
    if (current.isPresent() && sameContent(parsed, current.get())) {
      unchanged(answer);
      return;
    }
    GenerationId id = new GenerationId(++lastGeneration);
    Generation next =
        new Generation(id, parsed.specification().withGeneration(id.number()), parsed.model());
    if (current.isPresent() && sameForInstances(parsed, current.get())) {
      raise(current.get(), next, answer);
      return;
    }
    List<String> reasons = stage.generations().prepare(next);
    if (!reasons.isEmpty()) {
      reject(next, String.join("\n", reasons), answer);
      return;
    }
    publish(next, answer);
  }

  private void unchanged(CompletableFuture<Outcome> answer) {
    if (pending.isPresent()) {
      pending.get().answers().add(answer);
    } else {
      answer.complete(new Outcome(Outcome.Kind.COMMITTED, "nothing has changed"));
    }
  }

  private static boolean sameContent(Parsed parsed, Generation current) {
    return parsed
        .specification()
        .withGeneration(current.id().number())
        .equals(current.specification());
  }

  /** Whether the two differ only in what no instance reads. */
  private static boolean sameForInstances(Parsed parsed, Generation current) {
    return forInstances(parsed.specification()).equals(forInstances(current.specification()));
  }

  private static ResolvedSpecification forInstances(ResolvedSpecification it) {
    ScalwsRuntimeSpec spec = it.spec();
    return new ResolvedSpecification(
        it.namespace(),
        it.name(),
        1,
        it.facts(),
        new ScalwsRuntimeSpec(
            spec.listeners(),
            spec.routes(),
            null,
            spec.instanceHeader(),
            spec.resources(),
            spec.image(),
            null,
            null,
            spec.drain(),
            spec.limits(),
            spec.timeouts(),
            spec.trustedProxies(),
            spec.sockets(),
            spec.quic(),
            null,
            null,
            null),
        it.configMaps());
  }

  private void raise(Generation from, Generation to, CompletableFuture<Outcome> answer) {
    keep(to);
    stage.generations().raise(from.id(), to);
    stage.roster().updateAll(each -> each.generation().equals(from.id()) ? each.of(to.id()) : each);
    Optional<GenerationId> active =
        fleet.orElseThrow().active().map(id -> id.equals(from.id()) ? to.id() : id);
    fleet = Optional.of(fleet(to, active));
    pending = pending.map(each -> new Rollout(to.id(), each.answers(), each.receipt()));
    String message = "generation " + to.id() + " changes nothing that an instance reads";
    stage.event("Committed", "generation/" + to.id(), message);
    LOG.info("Raised in place generation={} was={}", to.id(), from.id());
    if (pending.isPresent()) {
      pending.get().answers().add(answer);
    } else {
      answer.complete(new Outcome(Outcome.Kind.COMMITTED, message));
    }
  }

  private void reject(Generation next, String why, CompletableFuture<Outcome> answer) {
    lastRejection = Optional.of(why);
    stage.count(AgentMetric.ROLLOUTS_REJECTED);
    stage.event("Rejected", "generation/" + next.id(), why);
    LOG.warn("Rejected a specification generation={} reason=\"{}\"", next.id(), why);
    last = Optional.of(Receipt.untouched(next.id(), Outcome.Kind.REJECTED, why));
    answer.complete(new Outcome(Outcome.Kind.REJECTED, why));
  }

  private void publish(Generation next, CompletableFuture<Outcome> answer) {
    keep(next);
    lastRejection = Optional.empty();
    pending.ifPresent(
        old -> {
          end(
              old,
              Outcome.Kind.SUPERSEDED,
              "generation " + next.id() + " replaced it before it was committed");
          stage.count(AgentMetric.ROLLOUTS_SUPERSEDED);
        });
    stage.generations().publish(next.id());
    fleet = Optional.of(fleet(next, fleet.flatMap(Fleet::active)));
    List<CompletableFuture<Outcome>> answers = new ArrayList<>();
    answers.add(answer);
    pending = Optional.of(new Rollout(next.id(), answers, Receipt.begin(stage)));
    stage.event("RollingOut", "generation/" + next.id(), "its sockets are bound");
    LOG.info("Published generation={}", next.id());
  }

  /** Keeps the specification for an instance that starts later, and for a successor. */
  private void keep(Generation generation) {
    try {
      stage
          .parts()
          .directory()
          .write("generations/" + generation.id() + ".json", generation.specification().write());
    } catch (IOException e) {
      LOG.error(
          "Cannot keep a specification generation={} reason=\"{}\"",
          generation.id(),
          e.getMessage());
    }
  }

  private Fleet fleet(Generation target, Optional<GenerationId> active) {
    RuntimeModel model = target.model();
    return new Fleet(
        model.name().name(),
        stopping ? 0 : desired(model),
        active,
        target.id(),
        0,
        stage.now(),
        new Fleet.Terms(
            model.rollout().surge(),
            model.rollout().progressDeadline(),
            model.drain().timeout(),
            SILENCE),
        List.of());
  }

  private int desired(RuntimeModel model) {
    return byHand
        .map(count -> Math.clamp(count, model.instances().min(), model.instances().max()))
        .orElse(model.instances().min());
  }

  /** Every instance is of the target generation and ready. */
  void commit(GenerationId generation) {
    fleet = fleet.map(each -> withActive(each, Optional.of(generation)));
    stage.event("Committed", "generation/" + generation, "every instance is ready");
    forgetOld(generation);
    LOG.info("Committed generation={}", generation);
    Optional<Rollout> done = pending.filter(each -> each.generation().equals(generation));
    done.ifPresent(
        rollout -> {
          pending = Optional.empty();
          stage.count(AgentMetric.ROLLOUTS_COMMITTED);
          end(rollout, Outcome.Kind.COMMITTED, "generation " + generation + " serves");
        });
  }

  /** Specifications are kept for the last ten generations and those that still live. */
  private void forgetOld(GenerationId active) {
    long oldest = active.number() - KEPT_GENERATIONS;
    for (long number = oldest; number > 0 && number > oldest - KEPT_GENERATIONS; number--) {
      if (stage.generations().find(new GenerationId(number)).isEmpty()) {
        try {
          Files.deleteIfExists(stage.parts().directory().path("generations/" + number + ".json"));
        } catch (IOException e) {
          LOG.warn(
              "Cannot forget a specification generation={} reason=\"{}\"", number, e.getMessage());
        }
      }
    }
  }

  /** The target generation is given up; the planner drains what there is of it. */
  void rollBack(GenerationId from, GenerationId to, String reason) {
    Generation active = stage.generations().find(to).orElseThrow();
    stage.generations().publish(to);
    fleet = Optional.of(fleet(active, Optional.of(to)));
    stage.event("RolledBack", "generation/" + from, reason);
    LOG.error("Rolled back generation={} to={} reason=\"{}\"", from, to, reason);
    pending.ifPresent(
        rollout -> {
          pending = Optional.empty();
          stage.count(AgentMetric.ROLLOUTS_ROLLED_BACK);
          end(rollout, Outcome.Kind.ROLLED_BACK, reason + "; generation " + to + " serves on");
        });
  }

  private void end(Rollout rollout, Outcome.Kind kind, String message) {
    last = Optional.of(rollout.receipt().end(stage, rollout.generation(), kind, message));
    rollout.answers().forEach(each -> each.complete(new Outcome(kind, message)));
  }

  /** A new instance became ready: that is progress. */
  void progressed(Instant now) {
    fleet =
        fleet.map(
            each ->
                new Fleet(
                    each.runtime(),
                    each.desired(),
                    each.active(),
                    each.target(),
                    0,
                    now,
                    each.terms(),
                    List.of()));
  }

  private static Fleet withActive(Fleet fleet, Optional<GenerationId> active) {
    return new Fleet(
        fleet.runtime(),
        fleet.desired(),
        active,
        fleet.target(),
        0,
        fleet.progressSince(),
        fleet.terms(),
        List.of());
  }

  /** By hand, or back to the policy. */
  Outcome scale(Optional<Integer> count) {
    Optional<Generation> current = target();
    if (current.isEmpty()) {
      return new Outcome(Outcome.Kind.FAILED, "nothing runs yet");
    }
    RuntimeModel.Instances bounds = current.get().model().instances();
    if (count.filter(n -> n < bounds.min() || n > bounds.max()).isPresent()) {
      return new Outcome(
          Outcome.Kind.BAD_INPUT,
          count.get()
              + " is out of range; spec.instancesPerNode allows "
              + bounds.min()
              + " to "
              + bounds.max());
    }
    byHand = count;
    fleet = Optional.of(fleet(current.get(), fleet.orElseThrow().active()));
    String message =
        desired(current.get().model())
            + (count.isPresent() ? " instances by hand" : " instances, by spec.instancesPerNode");
    stage.event("Scaled", "runtime", message);
    return new Outcome(Outcome.Kind.COMMITTED, message);
  }

  String scalingReason() {
    return byHand.isPresent()
        ? "set by hand"
        : "spec.instancesPerNode.min; the load is not looked at yet";
  }

  /** Rolling replacement; the generation stays. Empty id: all of them. */
  Outcome restart(Optional<String> id) {
    if (id.isPresent() && stage.roster().find(id.get()).isEmpty()) {
      return new Outcome(Outcome.Kind.BAD_INPUT, "there is no instance " + id.get());
    }
    stage
        .roster()
        .updateAll(
            each ->
                each.state().counts() && id.map(each.id()::equals).orElse(true)
                    ? each.toBeReplaced()
                    : each);
    stage.event("Restarting", id.orElse("every instance"), "asked for by hand");
    return new Outcome(Outcome.Kind.COMMITTED, "replacing " + id.orElse("every instance"));
  }

  void stop() {
    stopping = true;
    fleet = target().map(current -> fleet(current, fleet.orElseThrow().active()));
    pending.ifPresent(
        rollout -> {
          pending = Optional.empty();
          end(rollout, Outcome.Kind.SUPERSEDED, "the agent was told to stop");
        });
    stage.event("Stopping", "runtime", "told to stop");
  }

  /** Lets go of generations that nobody uses, serves or waits for. */
  void releaseUnused() {
    for (GenerationId id : stage.generations().ids()) {
      boolean wanted =
          fleet
              .filter(
                  each -> each.target().equals(id) || each.active().filter(id::equals).isPresent())
              .isPresent();
      if (!wanted && !stage.roster().uses(id)) {
        stage.generations().release(id);
      }
    }
  }

  /** Whether as many instances serve as are wanted, and nothing is on its way. */
  boolean isWhole() {
    return pending.isEmpty()
        && fleet
            .filter(each -> stage.roster().count(InstanceState.READY) >= each.desired())
            .isPresent();
  }

  /** Whether nobody is left who waits to be replaced. */
  boolean isSettled() {
    return stage.roster().instances().stream().noneMatch(Instance::replace) && pending.isEmpty();
  }
}

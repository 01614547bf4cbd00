package io.scalws.agent.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.scalws.agent.instance.FleetAction.Commit;
import io.scalws.agent.instance.FleetAction.Drain;
import io.scalws.agent.instance.FleetAction.Forget;
import io.scalws.agent.instance.FleetAction.Kill;
import io.scalws.agent.instance.FleetAction.RollBack;
import io.scalws.agent.instance.FleetAction.Start;
import io.scalws.agent.instance.Instance.Backoff;
import io.scalws.protocol.socket.GenerationId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FleetPlannerTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final GenerationId OLD = new GenerationId(1);
  private static final GenerationId NEW = new GenerationId(2);

  private static Instance instance(int number, GenerationId generation, InstanceState state) {
    return new Instance("web-" + number, generation, state, NOW, NOW, false, Backoff.none(NOW), 0);
  }

  private static Fleet fleet(
      int desired, Optional<GenerationId> active, GenerationId target, Instance... instances) {
    return new Fleet(
        "web",
        desired,
        active,
        target,
        instances.length,
        NOW,
        new Fleet.Terms(1, Duration.ofMinutes(2), Duration.ofSeconds(30), Duration.ofSeconds(10)),
        List.of(instances));
  }

  private static List<FleetAction> plan(Fleet fleet, long secondsLater) {
    return FleetPlanner.plan(fleet, NOW.plusSeconds(secondsLater));
  }

  @Test
  void theFirstGenerationStartsAllAtOnce() {
    assertThat(plan(fleet(2, Optional.empty(), OLD), 0))
        .containsExactly(new Start("web-1", OLD), new Start("web-2", OLD));
  }

  @Test
  void itIsCommittedWhenAllAreReady() {
    Fleet half =
        fleet(
            2,
            Optional.empty(),
            OLD,
            instance(1, OLD, InstanceState.READY),
            instance(2, OLD, InstanceState.STARTING));
    assertThat(plan(half, 0)).isEmpty();
    Fleet whole =
        fleet(
            2,
            Optional.empty(),
            OLD,
            instance(1, OLD, InstanceState.READY),
            instance(2, OLD, InstanceState.READY));
    assertThat(plan(whole, 0)).containsExactly(new Commit(OLD));
  }

  @Test
  void aCommittedFleetThatIsWholeIsLeftAlone() {
    assertThat(plan(fleet(1, Optional.of(OLD), OLD, instance(1, OLD, InstanceState.READY)), 5))
        .isEmpty();
  }

  @Test
  void aRolloutStartsOneNewInstanceWhileTheOldOnesServe() {
    Fleet begun =
        fleet(
            2,
            Optional.of(OLD),
            NEW,
            instance(1, OLD, InstanceState.READY),
            instance(2, OLD, InstanceState.READY));
    assertThat(plan(begun, 0)).containsExactly(new Start("web-3", NEW));
  }

  @Test
  void anOldInstanceLeavesWhenANewOneIsReady() {
    Fleet oneNew =
        fleet(
            2,
            Optional.of(OLD),
            NEW,
            instance(1, OLD, InstanceState.READY),
            instance(2, OLD, InstanceState.READY),
            instance(3, NEW, InstanceState.READY));
    assertThat(plan(oneNew, 0)).containsExactly(new Drain("web-1", "generation 2 takes over"));
  }

  @Test
  void theOldOneWithTheLeastToLoseLeavesFirst() {
    Instance busy = instance(1, OLD, InstanceState.READY).heard(NOW, 100);
    Fleet oneNew =
        fleet(
            2,
            Optional.of(OLD),
            NEW,
            busy,
            instance(2, OLD, InstanceState.READY),
            instance(3, NEW, InstanceState.READY));
    assertThat(plan(oneNew, 0)).containsExactly(new Drain("web-2", "generation 2 takes over"));
  }

  @Test
  void aRolloutEndsWhenNoOldInstanceServes() {
    Fleet last =
        fleet(
            1,
            Optional.of(OLD),
            NEW,
            instance(1, OLD, InstanceState.DRAINING),
            instance(2, NEW, InstanceState.READY));
    assertThat(plan(last, 0)).containsExactly(new Commit(NEW));
  }

  @Test
  void aGenerationThatDoesNotBecomeReadyIsRolledBackAfterItsDeadline() {
    Fleet stuck =
        fleet(
            1,
            Optional.of(OLD),
            NEW,
            instance(1, OLD, InstanceState.READY).heard(NOW.plusSeconds(121), 0),
            instance(2, NEW, InstanceState.STARTING));
    assertThat(plan(stuck, 119).stream().filter(RollBack.class::isInstance)).isEmpty();
    assertThat(plan(stuck, 121))
        .containsExactly(new RollBack(NEW, OLD, "no instance became ready within 120 s"));
  }

  @Test
  void aGenerationWhoseInstancesEndThreeTimesIsRolledBack() {
    Instance failing =
        instance(2, NEW, InstanceState.EXITED).with(new Backoff(3, NOW.plusSeconds(4)));
    assertThat(
            plan(
                fleet(1, Optional.of(OLD), NEW, instance(1, OLD, InstanceState.READY), failing), 0))
        .containsExactly(new RollBack(NEW, OLD, "web-2 ended 3 times in a row"));
  }

  @Test
  void theVeryFirstGenerationIsNeverRolledBack() {
    Instance failing =
        instance(1, OLD, InstanceState.EXITED).with(new Backoff(9, NOW.plusSeconds(30)));
    assertThat(plan(fleet(1, Optional.empty(), OLD, failing), 0)).isEmpty();
    assertThat(plan(fleet(1, Optional.empty(), OLD, failing), 30))
        .containsExactly(new Start("web-1", OLD));
  }

  @Test
  void aDeadInstanceIsStartedAgainAfterItsBackOff() {
    Instance dead = instance(1, OLD, InstanceState.EXITED).with(new Backoff(1, NOW.plusSeconds(1)));
    Instance other = instance(2, OLD, InstanceState.READY);
    assertThat(plan(fleet(2, Optional.of(OLD), OLD, dead, other), 0)).isEmpty();
    assertThat(plan(fleet(2, Optional.of(OLD), OLD, dead, other), 1))
        .containsExactly(new Start("web-1", OLD));
  }

  @Test
  void anInstanceThatDrainedIsForgotten() {
    assertThat(
            plan(
                fleet(
                    1,
                    Optional.of(OLD),
                    OLD,
                    instance(1, OLD, InstanceState.READY),
                    instance(2, OLD, InstanceState.EXITED)),
                0))
        .containsExactly(new Forget("web-2"));
  }

  @Test
  void fewerInstancesDrainTheLatestOfTheIdleOnes() {
    Instance busy = instance(3, OLD, InstanceState.READY).heard(NOW, 7);
    assertThat(
            plan(
                fleet(
                    1,
                    Optional.of(OLD),
                    OLD,
                    instance(1, OLD, InstanceState.READY),
                    instance(2, OLD, InstanceState.READY),
                    busy),
                0))
        .containsExactly(
            new Drain("web-2", "fewer instances are wanted"),
            new Drain("web-1", "fewer instances are wanted"));
  }

  @Test
  void anInstanceToBeReplacedLeavesOnlyWhenItsReplacementIsReady() {
    Instance marked = instance(1, OLD, InstanceState.READY).toBeReplaced();
    assertThat(plan(fleet(1, Optional.of(OLD), OLD, marked), 0))
        .containsExactly(new Start("web-2", OLD));
    assertThat(
            plan(fleet(1, Optional.of(OLD), OLD, marked, instance(2, OLD, InstanceState.READY)), 0))
        .containsExactly(new Drain("web-1", "replaced"));
  }

  @Test
  void whatHangsIsKilled() {
    assertThat(plan(fleet(1, Optional.of(OLD), OLD, instance(1, OLD, InstanceState.READY)), 11))
        .containsExactly(new Kill("web-1", "silent for 10 s"));
    assertThat(plan(fleet(1, Optional.empty(), OLD, instance(1, OLD, InstanceState.STARTING)), 121))
        .containsExactly(new Kill("web-1", "not ready after 120 s"));
    assertThat(plan(fleet(0, Optional.of(OLD), OLD, instance(1, OLD, InstanceState.DRAINING)), 36))
        .containsExactly(new Kill("web-1", "still there after the drain timeout"));
    assertThat(plan(fleet(0, Optional.of(OLD), OLD, instance(1, OLD, InstanceState.FAILED)), 6))
        .containsExactly(new Kill("web-1", "failed and still there"));
  }

  @Test
  void numbersBeginAnewAndSkipWhatIsInUse() {
    Fleet fleet =
        new Fleet(
            "web",
            2,
            Optional.of(OLD),
            OLD,
            FleetPlanner.MAX_NUMBER,
            NOW,
            fleet(1, Optional.of(OLD), OLD).terms(),
            List.of(instance(1, OLD, InstanceState.READY)));
    assertThat(plan(fleet, 0)).containsExactly(new Start("web-2", OLD));
  }

  @Test
  void stoppingDrainsEverybodyAndStartsNobody() {
    assertThat(
            plan(
                fleet(
                    0,
                    Optional.of(OLD),
                    NEW,
                    instance(1, OLD, InstanceState.READY),
                    instance(2, NEW, InstanceState.STARTING)),
                0))
        .containsExactlyInAnyOrder(
            new Drain("web-1", "generation 2 takes over"),
            new Drain("web-2", "fewer instances are wanted"));
  }
}

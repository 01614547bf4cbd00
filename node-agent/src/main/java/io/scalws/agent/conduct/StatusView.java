package io.scalws.agent.conduct;

import io.scalws.agent.instance.Fleet;
import io.scalws.agent.instance.Instance;
import io.scalws.agent.instance.InstanceState;
import io.scalws.agent.listen.SocketState;
import io.scalws.planning.spec.RuntimeName;
import io.scalws.planning.status.Condition;
import io.scalws.planning.status.ConditionType;
import io.scalws.planning.status.Reason;
import io.scalws.planning.status.RuntimeStatus;
import io.scalws.planning.status.RuntimeStatus.AgentStatus;
import io.scalws.planning.status.RuntimeStatus.ConditionStatus;
import io.scalws.planning.status.RuntimeStatus.InstanceStatus;
import io.scalws.planning.status.RuntimeStatus.QuicLbStatus;
import io.scalws.planning.status.RuntimeStatus.RolloutStatus;
import io.scalws.planning.status.RuntimeStatus.ScalingStatus;
import io.scalws.planning.status.RuntimeStatus.SocketStatus;
import io.scalws.planning.status.RuntimeStatus.StandbyStatus;
import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.Measure;
import io.scalws.protocol.socket.GenerationId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the conductor knows, as a status. Used on the conductor's thread. */
final class StatusView {
  private final Stage stage;
  private final Rollouts rollouts;
  private final Map<String, String> failures;

  /**
   * @param failures why instances cannot start, by id
   */
  StatusView(Stage stage, Rollouts rollouts, Map<String, String> failures) {
    this.stage = stage;
    this.rollouts = rollouts;
    this.failures = failures;
  }

  RuntimeStatus status() {
    Optional<Fleet> fleet = rollouts.fleet();
    return new RuntimeStatus(
        rollouts.target().map(each -> each.model().name()).map(RuntimeName::toString).orElse(""),
        fleet.flatMap(Fleet::active).map(GenerationId::number).orElse(null),
        fleet.map(Fleet::target).map(GenerationId::number).orElse(0L),
        conditions(fleet),
        new AgentStatus(
            ProcessHandle.current().pid(),
            stage.parts().version(),
            stage.parts().admin().orElse(null)),
        quicLb(),
        sockets(),
        instances(),
        rollouts.last().orElse(null),
        fleet
            .map(
                each ->
                    new ScalingStatus(
                        each.desired(), rollouts.scalingReason(), Instant.now().toString()))
            .orElse(null));
  }

  /** Whether everything that is wanted serves. */
  boolean isReady() {
    return rollouts
        .fleet()
        .filter(fleet -> !rollouts.isStopping())
        .filter(fleet -> fleet.active().isPresent())
        .filter(fleet -> stage.roster().count(InstanceState.READY) > 0)
        .isPresent();
  }

  private List<ConditionStatus> conditions(Optional<Fleet> fleet) {
    List<Condition> conditions = new ArrayList<>();
    Optional<String> rejection = rollouts.lastRejection();
    conditions.add(
        rejection.isPresent()
            ? new Condition(
                ConditionType.ACCEPTED, false, Reason.LAST_SPECIFICATION_REJECTED, rejection.get())
            : new Condition(ConditionType.ACCEPTED, true, Reason.VALID, "the specification holds"));
    long ready = stage.roster().count(InstanceState.READY);
    int desired = fleet.map(Fleet::desired).orElse(0);
    conditions.add(
        ready > 0
            ? new Condition(
                ConditionType.LISTENERS_READY, true, Reason.BOUND, "every socket is served")
            : new Condition(
                ConditionType.LISTENERS_READY,
                false,
                Reason.NOBODY_ACCEPTS,
                "no instance is ready; connections wait in the accept queues"));
    conditions.add(
        rollouts.isRolling()
            ? new Condition(
                ConditionType.PROGRESSING,
                true,
                Reason.ROLLING_OUT,
                "generation " + fleet.map(Fleet::target).orElseThrow() + " is rolling out")
            : new Condition(
                ConditionType.PROGRESSING, false, Reason.COMMITTED, "nothing is rolling out"));
    conditions.add(
        ready >= desired && desired > 0
            ? new Condition(
                ConditionType.READY,
                true,
                Reason.ALL_INSTANCES_READY,
                ready + " of " + desired + " instances are ready")
            : new Condition(
                ConditionType.READY,
                false,
                rollouts.isStopping() ? Reason.STOPPING : Reason.TOO_FEW_INSTANCES,
                ready + " of " + desired + " instances are ready"));
    conditions.add(degraded());
    return conditions.stream().map(ConditionStatus::of).toList();
  }

  private Condition degraded() {
    Optional<Map.Entry<String, String>> failure = failures.entrySet().stream().findFirst();
    if (failure.isPresent()) {
      return new Condition(
          ConditionType.DEGRADED,
          true,
          Reason.INSTANCE_CANNOT_START,
          failure.get().getKey() + ": " + failure.get().getValue());
    }
    Optional<RolloutStatus> undone =
        rollouts.last().filter(each -> each.outcome().equals(Outcome.Kind.ROLLED_BACK.toString()));
    if (undone.isPresent()) {
      return new Condition(
          ConditionType.DEGRADED,
          true,
          Reason.ROLLED_BACK,
          "generation "
              + undone.get().generation()
              + " was rolled back: "
              + undone.get().message()
              + "; correct the specification and apply it");
    }
    boolean reader = !stage.generations().hasUdp() || stage.quicLbs().serving().isPresent();
    return reader
        ? new Condition(ConditionType.DEGRADED, false, Reason.AS_EXPECTED, "as expected")
        : new Condition(
            ConditionType.DEGRADED,
            true,
            Reason.QUIC_LB_NOT_SERVING,
            "no quic-lb serves, so HTTP/3 is not answered; look at its log below the state"
                + " directory");
  }

  private QuicLbStatus quicLb() {
    QuicLbs quicLbs = stage.quicLbs();
    Optional<Child> first = quicLbs.first();
    if (first.isEmpty()) {
      return stage.generations().hasUdp()
          ? new QuicLbStatus(null, "Failed", quicLbs.restarts(), null)
          : null;
    }
    StandbyStatus standby =
        quicLbs.children().stream()
            .filter(child -> child != first.get())
            .findFirst()
            .map(child -> new StandbyStatus(child.process().pid(), quicLbs.state(child)))
            .orElse(null);
    return new QuicLbStatus(
        first.get().process().pid(), quicLbs.state(first.get()), quicLbs.restarts(), standby);
  }

  private List<SocketStatus> sockets() {
    List<SocketStatus> sockets = new ArrayList<>();
    boolean refusing = stage.roster().count(InstanceState.READY) == 0;
    stage
        .generations()
        .table()
        .entries()
        .forEach(
            (identity, entry) ->
                sockets.add(
                    new SocketStatus(
                        identity.toString(),
                        (refusing && entry.state() == SocketState.ACTIVE
                                ? SocketState.REFUSING
                                : entry.state())
                            .toString(),
                        entry.inode(),
                        entry.generations().stream().map(GenerationId::number).toList(),
                        stage.generations().lastError(identity).orElse(null))));
    return sockets;
  }

  private List<InstanceStatus> instances() {
    return stage.roster().instances().stream().map(this::instance).toList();
  }

  private InstanceStatus instance(Instance instance) {
    Optional<Child> child = stage.roster().child(instance.id());
    Map<Measure, Long> measures = child.map(Child::measures).orElse(Map.of());
    Map<String, Long> connections = new TreeMap<>();
    connections.put("http1", measures.getOrDefault(Measure.CONNECTIONS_HTTP1, 0L));
    connections.put("http2", measures.getOrDefault(Measure.CONNECTIONS_HTTP2, 0L));
    connections.put("http3", measures.getOrDefault(Measure.CONNECTIONS_HTTP3, 0L));
    return new InstanceStatus(
        instance.id(),
        child.map(each -> each.process().pid()).orElse(null),
        instance.state().toString(),
        instance.generation().number(),
        child.flatMap(Child::serverId).map(ServerId::toString).orElse(null),
        child.map(Child::adminAddress).filter(text -> !text.isEmpty()).orElse(null),
        connections,
        measures.getOrDefault(Measure.REQUESTS_IN_FLIGHT, 0L));
  }
}

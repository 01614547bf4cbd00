package io.scalws.agent.conduct;

import io.scalws.agent.conduct.Generations.Generation;
import io.scalws.agent.handout.ProcessIdentity;
import io.scalws.agent.instance.FleetAction;
import io.scalws.agent.instance.InstanceState;
import io.scalws.agent.instance.InstanceState.Event;
import io.scalws.agent.supervise.Supervisor.Running;
import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.AgentMessage.Drain;
import io.scalws.protocol.message.AgentMessage.Owners;
import io.scalws.protocol.message.AgentMessage.Role;
import io.scalws.protocol.socket.GenerationId;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what the planner wants. Owned by the conductor's thread. */
final class Performer {
  private static final Logger LOG = LoggerFactory.getLogger(Performer.class);
  private static final int SIGNAL_KILL = 9;
  private static final int SIGNAL_TERM = 15;
  private static final Duration GO_AWAY_SPREAD = Duration.ofSeconds(5);

  private final Stage stage;
  private final Rollouts rollouts;
  private final Consumer<ProcessIdentity> onExit;
  private final Set<ProcessIdentity> killed = new HashSet<>();
  private Optional<Owners> told = Optional.empty();

  Performer(Stage stage, Rollouts rollouts, Consumer<ProcessIdentity> onExit) {
    this.stage = stage;
    this.rollouts = rollouts;
    this.onExit = onExit;
  }

  void perform(List<FleetAction> actions) {
    for (FleetAction action : actions) {
      switch (action) {
        case FleetAction.Start(String id, GenerationId generation) -> start(id, generation);
        case FleetAction.Drain(String id, String reason) -> drain(id, reason);
        case FleetAction.Kill(String id, String reason) -> kill(id, reason);
        case FleetAction.Forget(String id) -> stage.roster().forget(id);
        case FleetAction.Commit(GenerationId generation) -> rollouts.commit(generation);
        case FleetAction.RollBack(GenerationId from, GenerationId to, String reason) ->
            rollouts.rollBack(from, to, reason);
      }
    }
  }

  private void start(String id, GenerationId generation) {
    Instant now = stage.now();
    try {
      Running running =
          stage
              .parts()
              .supervisor()
              .start(id, stage.parts().commands().instance(socket(), id), onExit);
      stage.roster().started(new Child(Role.INSTANCE, id, running), generation, now);
      stage.count(AgentMetric.STARTS);
      stage.event("Started", id, "pid " + running.process().pid());
    } catch (IOException e) {
      stage.roster().failedToStart(id, generation, now);
      stage.event("CannotStart", id, e.getMessage());
      LOG.error("Cannot start an instance instance={} reason=\"{}\"", id, e.getMessage());
    }
  }

  private Path socket() {
    return stage.parts().directory().path("agent.sock");
  }

  private void drain(String id, String reason) {
    Optional<Child> child = stage.roster().child(id);
    if (child.isEmpty() || !stage.roster().change(id, Event.DRAIN, reason, stage.now())) {
      return;
    }
    stage.event("Draining", id, reason);
    Duration timeout =
        rollouts
            .target()
            .map(Generation::model)
            .map(model -> model.drain().timeout())
            .orElse(Duration.ZERO);
    try {
      if (child.get().connection().isPresent()) {
        Handout.send(child.get(), new Drain(timeout, timeout, GO_AWAY_SPREAD), List.of());
      } else {
        child.get().running().signal(SIGNAL_TERM);
      }
    } catch (IOException e) {
      LOG.warn("Cannot tell an instance to drain instance={} reason=\"{}\"", id, e.getMessage());
      child.get().running().signal(SIGNAL_TERM);
    }
  }

  private void kill(String id, String reason) {
    Optional<Child> child = stage.roster().child(id);
    if (child.isEmpty() || !killed.add(child.get().process())) {
      return;
    }
    LOG.warn(
        "Killing an instance instance={} pid={} reason=\"{}\"",
        id,
        child.get().process().pid(),
        reason);
    stage.event("Killed", id, reason);
    stage.count(AgentMetric.KILLS);
    // Its number dies with it, whatever it was doing; the state says so from now on.
    if (stage
        .roster()
        .find(id)
        .filter(each -> each.state() != InstanceState.DRAINING)
        .isPresent()) {
      stage.roster().change(id, Event.FAIL, reason, stage.now());
    }
    child.get().running().signal(SIGNAL_KILL);
  }

  /** Starts, ends and kills quic-lb processes as the sockets and their silence ask for. */
  void tendQuicLbs() {
    Instant now = stage.now();
    QuicLbs quicLbs = stage.quicLbs();
    boolean wanted = stage.generations().hasUdp() && !rollouts.isStopping();
    for (String id : wanted ? quicLbs.missing(now) : List.<String>of()) {
      try {
        Running running =
            stage
                .parts()
                .supervisor()
                .start(id, stage.parts().commands().quicLb(socket(), id), onExit);
        quicLbs.started(new Child(Role.QUIC_LB, id, running), now);
        stage.count(AgentMetric.STARTS);
        stage.event("Started", id, "pid " + running.process().pid());
      } catch (IOException e) {
        quicLbs.failedToStart(id, now);
        stage.event("CannotStart", id, e.getMessage());
        LOG.error("Cannot start quic-lb id={} reason=\"{}\"", id, e.getMessage());
      }
    }
    boolean over =
        rollouts.isStopping() ? stage.roster().children().isEmpty() : !stage.generations().hasUdp();
    if (over) {
      quicLbs.children().forEach(child -> child.running().signal(SIGNAL_TERM));
    }
    for (String id : quicLbs.killHung(now)) {
      stage.count(AgentMetric.KILLS);
      stage.event("Killed", id, "silent");
    }
  }

  /** Removes sockets of quic-lb processes that are gone, so that no instance tries them again. */
  void removeStaleHops() {
    Set<String> live = new HashSet<>();
    stage.quicLbs().children().forEach(child -> live.add(child.process().pid() + ".sock"));
    Path folder = stage.parts().directory().path("quic-lb");
    try (DirectoryStream<Path> sockets = Files.newDirectoryStream(folder, "*.sock")) {
      for (Path socket : sockets) {
        if (!live.contains(socket.getFileName().toString())) {
          Files.deleteIfExists(socket);
        }
      }
    } catch (IOException e) {
      LOG.warn("Cannot tidy a folder folder={} reason=\"{}\"", folder, e.getMessage());
    }
  }

  /** Tells every quic-lb whose connection ids are alive, if that has changed. */
  void tellOwners() {
    Owners owners = owners();
    if (told.filter(owners::equals).isEmpty()) {
      told = Optional.of(owners);
      stage.quicLbs().children().forEach(this::tellOwners);
    }
  }

  void tellOwners(Child quicLb) {
    try {
      Handout.send(quicLb, owners(), List.of());
    } catch (IOException e) {
      LOG.warn("Cannot tell quic-lb id={} reason=\"{}\"", quicLb.id(), e.getMessage());
    }
  }

  private Owners owners() {
    return new Owners(
        ServerIds.STANDALONE_NODE,
        stage.ids().bootEpoch(),
        stage.ids().next(),
        stage.roster().liveIds().stream()
            .sorted(Comparator.comparingLong(ServerId::toLong))
            .toList());
  }

  /** Everything ends now. */
  void killAll() {
    stage.roster().children().forEach(child -> child.running().signal(SIGNAL_KILL));
    stage.quicLbs().children().forEach(child -> child.running().signal(SIGNAL_KILL));
  }

  void forgetKilled(ProcessIdentity process) {
    killed.remove(process);
  }
}

package io.scalws.agent.conduct;

import io.scalws.agent.conduct.Generations.Generation;
import io.scalws.agent.handout.ChildConnection;
import io.scalws.agent.instance.InstanceState;
import io.scalws.agent.instance.InstanceState.Event;
import io.scalws.linux.Fd;
import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.AgentMessage;
import io.scalws.protocol.message.AgentMessage.Activate;
import io.scalws.protocol.message.AgentMessage.Draining;
import io.scalws.protocol.message.AgentMessage.Failed;
import io.scalws.protocol.message.AgentMessage.HandedBack;
import io.scalws.protocol.message.AgentMessage.HeldSocket;
import io.scalws.protocol.message.AgentMessage.Hello;
import io.scalws.protocol.message.AgentMessage.Ready;
import io.scalws.protocol.message.AgentMessage.RefusalReason;
import io.scalws.protocol.message.AgentMessage.Refused;
import io.scalws.protocol.message.AgentMessage.Registrations;
import io.scalws.protocol.message.AgentMessage.Report;
import io.scalws.protocol.message.AgentMessage.Role;
import io.scalws.protocol.message.Measure;
import io.scalws.protocol.socket.GenerationId;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What children say and what they are answered. Owned by the conductor's thread. */
final class Dialogue {
  private static final Logger LOG = LoggerFactory.getLogger(Dialogue.class);
  private static final int TAIL_LINES = 5;

  private final Stage stage;
  private final Performer performer;
  private final Rollouts rollouts;
  private final long term;
  private final Runnable save;
  private final SortedMap<String, String> failures = new TreeMap<>();
  private Optional<Adoption> adoption = Optional.empty();

  /**
   * @param save keeps the state; a server id must be kept before anybody uses it
   */
  Dialogue(Stage stage, Performer performer, Rollouts rollouts, long term, Runnable save) {
    this.stage = stage;
    this.performer = performer;
    this.rollouts = rollouts;
    this.term = term;
    this.save = save;
  }

  void adopting(Optional<Adoption> current) {
    adoption = current;
  }

  /** Why instances cannot start, by id; gone when they are ready. */
  Map<String, String> failures() {
    return failures;
  }

  /** Everybody who is wanted serves. */
  void forgetFailures() {
    failures.clear();
  }

  void received(ChildConnection from, AgentMessage message, List<Fd> fds) {
    Optional<Child> known = knownPeer(from);
    if (known.isEmpty()) {
      fds.forEach(Fd::close);
      refuse(
          from, RefusalReason.UNKNOWN_PEER, "pid " + from.peer().pid() + " was not started here");
      return;
    }
    Child child = known.get();
    boolean introduced = child.connection().filter(from::equals).isPresent();
    switch (message) {
      case Hello hello -> hello(from, child, hello);
      case AgentMessage other when !introduced ->
          refuse(from, RefusalReason.PROTOCOL, "the first message must be Hello");
      case Ready ready -> ready(child);
      case Failed(String why) -> failed(child, why);
      case Draining draining -> draining(child);
      case Report(long sequence, long nanos, Map<Measure, Long> measures) ->
          reported(child, measures);
      case Registrations registrations -> registrations(child, registrations);
      case HandedBack(List<HeldSocket> sockets) -> {
        if (adoption.isPresent()) {
          adoption.get().handedBack(child, sockets, fds);
          return;
        }
      }
      default -> refuse(from, RefusalReason.PROTOCOL, "that message is the agent's");
    }
    fds.forEach(Fd::close);
  }

  private Optional<Child> knownPeer(ChildConnection from) {
    return Stream.concat(stage.roster().children().stream(), stage.quicLbs().children().stream())
        .filter(child -> child.process().equals(from.peer()))
        .findFirst();
  }

  private void refuse(ChildConnection to, RefusalReason reason, String message) {
    stage.count(AgentMetric.REFUSED_PEERS);
    stage.event("Refused", "pid " + to.peer().pid(), message);
    LOG.warn("Refused a connection pid={} reason=\"{}\"", to.peer().pid(), message);
    try {
      to.send(new Refused(reason, message, Duration.ZERO), List.of());
    } catch (IOException e) {
      LOG.debug("The refused peer is gone pid={}", to.peer().pid());
    }
    to.close();
  }

  void disconnected(ChildConnection gone) {
    knownPeer(gone).ifPresent(child -> child.disconnected(gone));
    gone.close();
  }

  private void hello(ChildConnection from, Child child, Hello hello) {
    if (!hello.id().equals(child.id()) || hello.role() != child.role()) {
      refuse(
          from, RefusalReason.PROTOCOL, hello.id() + " is not what was started as " + child.id());
      return;
    }
    if (hello.agentTerm() > term) {
      refuse(from, RefusalReason.STALE_AGENT, "term " + term + " is older");
      return;
    }
    child.connected(from);
    child.introduced(hello.adminAddress(), hello.held());
    if (adoption.isPresent()) {
      adoption.get().ask(child);
      return;
    }
    grant(child);
  }

  /** Those that were adopted get their Grant when it is known what there is. */
  void welcomeAdopted() {
    stage.roster().children().stream().filter(Child::hasBeenHeard).forEach(this::grant);
    stage.quicLbs().children().stream().filter(Child::hasBeenHeard).forEach(this::grant);
  }

  private void grant(Child child) {
    try {
      if (child.role() == Role.QUIC_LB) {
        handout().toQuicLb(child);
        performer.tellOwners(child);
      } else {
        grantInstance(child);
      }
      stage.count(AgentMetric.GRANTS);
    } catch (IOException e) {
      LOG.warn("Cannot send a Grant id={} reason=\"{}\"", child.id(), e.getMessage());
      child.connection().ifPresent(ChildConnection::close);
    }
  }

  private void grantInstance(Child child) throws IOException {
    GenerationId id = stage.roster().find(child.id()).orElseThrow().generation();
    Generation generation =
        stage
            .generations()
            .find(id)
            .orElseThrow(() -> new IOException("generation " + id + " is gone"));
    if (child.serverId().isPresent() && !child.held().isEmpty()) {
      handout().againToInstance(child, generation, child.serverId().get());
      if (stage.roster().find(child.id()).orElseThrow().state() == InstanceState.READY) {
        Handout.send(child, new Activate(id), List.of());
      }
      return;
    }
    ServerId serverId = stage.ids().allocate();
    child.named(serverId);
    save.run();
    performer.tellOwners();
    handout().toInstance(child, generation, serverId);
  }

  private Handout handout() {
    String runtime =
        rollouts.target().map(each -> each.model().name().toString()).orElse("default/none");
    return new Handout(
        stage.generations(),
        stage.parts().masterKey().epoch(runtime, stage.parts().predecessor().keyEpoch()),
        stage.parts().masterKey().hopKey(runtime),
        term);
  }

  /** Every quic-lb gets the sockets of a new generation. */
  void grantQuicLbs() {
    stage.quicLbs().children().stream()
        .filter(child -> child.connection().isPresent())
        .forEach(this::grant);
  }

  private void ready(Child child) {
    if (child.role() != Role.INSTANCE) {
      return;
    }
    if (!stage.roster().change(child.id(), Event.READY, "it says so", stage.now())) {
      return;
    }
    failures.remove(child.id());
    rollouts.progressed(stage.now());
    stage.event("Ready", child.id(), "serves");
    GenerationId generation = stage.roster().find(child.id()).orElseThrow().generation();
    if (stage.roster().find(child.id()).orElseThrow().state() != InstanceState.READY) {
      return;
    }
    try {
      Handout.send(child, new Activate(generation), List.of());
    } catch (IOException e) {
      LOG.warn("Cannot activate an instance instance={} reason=\"{}\"", child.id(), e.getMessage());
    }
  }

  private void failed(Child child, String why) {
    failures.put(child.id(), why);
    stage.event("Failed", child.id(), why);
    LOG.error("A process cannot serve id={} reason=\"{}\"", child.id(), why);
    if (child.role() == Role.INSTANCE) {
      stage.roster().change(child.id(), Event.FAIL, why, stage.now());
    }
  }

  /** It ended before it was ready; what it wrote last tells why, unless it told itself. */
  void cannotStart(String id) {
    String tail = stage.parts().supervisor().tail(id, TAIL_LINES);
    String why =
        "ended before it was ready; its log "
            + stage.parts().supervisor().log(id)
            + (tail.isEmpty() ? " is empty" : " ends with:\n" + tail);
    if (failures.putIfAbsent(id, why) == null) {
      LOG.error("An instance cannot start instance={} reason=\"{}\"", id, why);
    }
  }

  private void draining(Child child) {
    if (child.role() == Role.INSTANCE) {
      stage.roster().change(child.id(), Event.DRAIN, "it says so", stage.now());
    }
  }

  private void reported(Child child, Map<Measure, Long> measures) {
    child.reported(measures);
    if (child.role() == Role.QUIC_LB) {
      stage.quicLbs().reported(child, stage.now());
      return;
    }
    long load =
        measures.getOrDefault(Measure.CONNECTIONS_HTTP1, 0L)
            + measures.getOrDefault(Measure.CONNECTIONS_HTTP2, 0L)
            + measures.getOrDefault(Measure.CONNECTIONS_HTTP3, 0L)
            + measures.getOrDefault(Measure.REQUESTS_IN_FLIGHT, 0L);
    stage.roster().update(child.id(), instance -> instance.heard(stage.now(), load));
  }

  private void registrations(Child child, Registrations registrations) {
    if (child.role() == Role.QUIC_LB) {
      String before = stage.quicLbs().state(child);
      stage.quicLbs().told(child, registrations);
      String after = stage.quicLbs().state(child);
      if (!after.equals(before)) {
        LOG.info("{} is {} was={}", child.id(), after, before);
        stage.event("QuicLb" + after, child.id(), "was " + before);
      }
    }
  }
}

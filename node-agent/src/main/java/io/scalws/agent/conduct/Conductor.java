package io.scalws.agent.conduct;

import io.scalws.agent.bind.GenerationBinder;
import io.scalws.agent.handout.AgentSocket;
import io.scalws.agent.handout.ChildConnection;
import io.scalws.agent.handout.ProcessIdentity;
import io.scalws.agent.instance.FleetPlanner;
import io.scalws.agent.instance.Instance;
import io.scalws.agent.instance.InstanceState;
import io.scalws.agent.state.AgentState;
import io.scalws.agent.state.AgentState.KnownProcess;
import io.scalws.linux.Fd;
import io.scalws.planning.spec.ParseResult.Parsed;
import io.scalws.planning.status.RuntimeStatus;
import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.AgentMessage;
import io.scalws.protocol.message.AgentMessage.Role;
import io.scalws.protocol.socket.GenerationId;
import io.scalws.protocol.socket.SocketIdentity;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that decides and acts. Everything that happens comes in by the queue; after each
 * input the fleet is compared with what it shall be, and what is missing is done.
 */
public final class Conductor implements AgentSocket.Receiver {
  private static final Logger LOG = LoggerFactory.getLogger(Conductor.class);
  private static final long TICK_MILLIS = 250;
  private static final Duration RESTORE_PERIOD = Duration.ofSeconds(1);

  private final BlockingQueue<Input> queue = new LinkedBlockingQueue<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final Parts parts;
  private final long term;
  private final Stage stage;
  private final Rollouts rollouts;
  private final Performer performer;
  private final Dialogue dialogue;
  private final List<Input> deferred = new ArrayList<>();
  private final List<CompletableFuture<Outcome>> restarts = new ArrayList<>();
  private final List<CompletableFuture<Outcome>> stops = new ArrayList<>();
  private final List<CompletableFuture<Boolean>> readerAwaited = new ArrayList<>();
  private Optional<Adoption> adoption = Optional.empty();
  private Instant restoredAt;
  private byte[] saved = new byte[0];
  private Set<SocketIdentity> shared = Set.of();
  private boolean over;

  public Conductor(Parts parts) {
    this.parts = parts;
    AgentState before = parts.predecessor();
    this.term = before.agentTerm() + 1;
    this.stage =
        new Stage(
            parts,
            new Generations(new GenerationBinder(), before.sockets()),
            new Roster(),
            new QuicLbs(parts.clock().instant()),
            new ServerIds(before.bootEpoch(), before.nextSequence()),
            new EventLog());
    this.rollouts = new Rollouts(stage, before.generation());
    this.performer =
        new Performer(stage, rollouts, process -> queue.add(new Input.Exited(process)));
    this.dialogue = new Dialogue(stage, performer, rollouts, term, this::save);
    this.restoredAt = parts.clock().instant();
  }

  /** Starts the thread. */
  public void start() {
    Thread.ofPlatform().name("conductor").start(this::run);
  }

  // ---- for any thread

  /** Completed when everything has ended. */
  public CompletableFuture<Void> ended() {
    return ended;
  }

  public CompletableFuture<Outcome> apply(Parsed parsed) {
    CompletableFuture<Outcome> answer = new CompletableFuture<>();
    queue.add(new Input.Apply(parsed, answer));
    return answer;
  }

  public CompletableFuture<Outcome> restart(Optional<String> instance) {
    CompletableFuture<Outcome> answer = new CompletableFuture<>();
    queue.add(new Input.Restart(instance, answer));
    return answer;
  }

  public CompletableFuture<Outcome> drain(String instance) {
    CompletableFuture<Outcome> answer = new CompletableFuture<>();
    queue.add(new Input.DrainOne(instance, answer));
    return answer;
  }

  public CompletableFuture<Outcome> scale(Optional<Integer> count) {
    CompletableFuture<Outcome> answer = new CompletableFuture<>();
    queue.add(new Input.Scale(count, answer));
    return answer;
  }

  /** Drains everything; the answer comes when all has ended. */
  public CompletableFuture<Outcome> stop() {
    CompletableFuture<Outcome> answer = new CompletableFuture<>();
    queue.add(new Input.Stop(answer));
    return answer;
  }

  /** The same for those who do not wait for the answer. */
  public void requestStop() {
    queue.add(new Input.Stop(new CompletableFuture<>()));
  }

  /** Kills everything. */
  public void end() {
    queue.add(new Input.End());
  }

  public CompletableFuture<RuntimeStatus> status() {
    CompletableFuture<RuntimeStatus> answer = new CompletableFuture<>();
    queue.add(new Input.AskStatus(answer));
    return answer;
  }

  public CompletableFuture<Boolean> isReady() {
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    queue.add(new Input.AskReady(answer));
    return answer;
  }

  /** Completed with true once a quic-lb reads the UDP sockets, or when there are none. */
  public CompletableFuture<Boolean> readerServes() {
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    queue.add(new Input.AwaitReader(answer));
    return answer;
  }

  public CompletableFuture<List<EventLog.Event>> events() {
    CompletableFuture<List<EventLog.Event>> answer = new CompletableFuture<>();
    queue.add(new Input.AskEvents(answer));
    return answer;
  }

  @Override
  public void received(ChildConnection from, AgentMessage message, List<Fd> fds) {
    queue.add(new Input.Received(from, message, fds));
  }

  @Override
  public void rejected(ChildConnection from, String detail) {
    queue.add(new Input.Garbled(from, detail));
  }

  @Override
  public void disconnected(ChildConnection from) {
    queue.add(new Input.Disconnected(from));
  }

  // ---- the conductor's thread

  private void run() {
    try {
      Adoption begun = new Adoption(stage);
      begun.begin(parts.predecessor().processes(), process -> queue.add(new Input.Exited(process)));
      adoption = Optional.of(begun);
      dialogue.adopting(adoption);
      save();
      while (!over) {
        Input input = queue.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
        handle(input == null ? new Input.Tick() : input);
        settle();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.error("The conductor failed; children serve on, start the agent again to adopt them", e);
    } finally {
      ended.complete(null);
    }
  }

  private void handle(Input input) {
    switch (input) {
      case Input.Received(ChildConnection from, AgentMessage message, List<Fd> fds) ->
          dialogue.received(from, message, fds);
      case Input.Garbled(ChildConnection from, String detail) -> {
        stage.count(AgentMetric.REJECTED_MESSAGES);
        LOG.warn("A message was not understood pid={} reason=\"{}\"", from.peer().pid(), detail);
      }
      case Input.Disconnected(ChildConnection from) -> dialogue.disconnected(from);
      case Input.Exited(ProcessIdentity process) -> exited(process);
      case Input.Tick tick -> restoreSockets();
      case Input.AskStatus(CompletableFuture<RuntimeStatus> answer) ->
          answer.complete(new StatusView(stage, rollouts, dialogue.failures()).status());
      case Input.AskReady(CompletableFuture<Boolean> answer) ->
          answer.complete(new StatusView(stage, rollouts, dialogue.failures()).isReady());
      case Input.AwaitReader(CompletableFuture<Boolean> answer) -> readerAwaited.add(answer);
      case Input.AskEvents(CompletableFuture<List<EventLog.Event>> answer) ->
          answer.complete(stage.events().events());
      case Input.End end -> {
        performer.killAll();
        finish("ended at once");
      }
      default -> command(input);
    }
  }

  /** What must wait until it is known what there is. */
  private void command(Input input) {
    if (adoption.isPresent()) {
      deferred.add(input);
      return;
    }
    switch (input) {
      case Input.Apply(Parsed parsed, CompletableFuture<Outcome> answer) ->
          rollouts.apply(parsed, answer);
      case Input.Scale(Optional<Integer> count, CompletableFuture<Outcome> answer) ->
          answer.complete(rollouts.scale(count));
      case Input.DrainOne(String instance, CompletableFuture<Outcome> answer) ->
          answer.complete(rollouts.restart(Optional.of(instance)));
      case Input.Restart(Optional<String> instance, CompletableFuture<Outcome> answer) -> {
        Outcome begun = rollouts.restart(instance);
        if (begun.kind() == Outcome.Kind.COMMITTED) {
          restarts.add(answer);
        } else {
          answer.complete(begun);
        }
      }
      case Input.Stop(CompletableFuture<Outcome> answer) -> {
        stops.add(answer);
        rollouts.stop();
      }
      default -> throw new IllegalStateException("no command: " + input);
    }
  }

  private void exited(ProcessIdentity process) {
    Instant now = stage.now();
    performer.forgetKilled(process);
    for (Child child : stage.quicLbs().children()) {
      if (child.process().equals(process)) {
        adoption.ifPresent(each -> each.gone(child));
        child.close();
        stage.quicLbs().exited(child.id(), now);
        performer.removeStaleHops();
        reportEnd(child, rollouts.isStopping() || !stage.generations().hasUdp());
      }
    }
    for (Child child : stage.roster().children()) {
      if (child.process().equals(process)) {
        adoption.ifPresent(each -> each.gone(child));
        boolean starting =
            stage
                .roster()
                .find(child.id())
                .filter(each -> each.state() != InstanceState.READY)
                .isPresent();
        boolean expected = stage.roster().exited(child, now);
        if (!expected && starting) {
          dialogue.cannotStart(child.id());
        }
        reportEnd(child, expected);
      }
    }
  }

  private void reportEnd(Child child, boolean expected) {
    stage.event("Ended", child.id(), expected ? "as it was told to" : "unexpectedly");
    if (!expected) {
      stage.count(AgentMetric.UNEXPECTED_EXITS);
      LOG.warn(
          "A process ended unexpectedly id={} pid={} log={}",
          child.id(),
          child.process().pid(),
          parts.supervisor().log(child.id()));
    }
  }

  private void restoreSockets() {
    Instant now = stage.now();
    if (now.isAfter(restoredAt.plus(RESTORE_PERIOD))) {
      restoredAt = now;
      stage.generations().restoreSockets();
    }
  }

  /** Brings about what shall be, after whatever happened. */
  private void settle() {
    if (adoption.filter(each -> !each.isOver()).isPresent()) {
      return;
    }
    if (adoption.isPresent()) {
      adopted(adoption.get());
    }
    rollouts.fleet().ifPresent(fleet -> performer.perform(FleetPlanner.plan(fleet, stage.now())));
    rollouts.releaseUnused();
    performer.tendQuicLbs();
    shareNewSockets();
    performer.tellOwners();
    answerWhoWaits();
    measure();
    save();
  }

  /** A running quic-lb is told which sockets there are, when that has changed. */
  private void shareNewSockets() {
    Set<SocketIdentity> now = stage.generations().table().entries().keySet();
    if (!shared.equals(now)) {
      dialogue.grantQuicLbs();
    }
    shared = Set.copyOf(now);
  }

  private void adopted(Adoption done) {
    adoption = Optional.empty();
    dialogue.adopting(adoption);
    SortedSet<GenerationId> ids = new TreeSet<>();
    stage.roster().instances().forEach(each -> ids.add(each.generation()));
    long active = parts.predecessor().activeGeneration();
    if (active > 0 && !ids.isEmpty()) {
      ids.add(new GenerationId(active));
    }
    done.restore(stage.generations(), ids);
    if (!ids.isEmpty() && active > 0) {
      stage.generations().find(new GenerationId(active)).ifPresent(rollouts::restore);
    }
    dialogue.welcomeAdopted();
    shared = Set.copyOf(stage.generations().table().entries().keySet());
    performer.removeStaleHops();
    List<Input> waiting = List.copyOf(deferred);
    deferred.clear();
    waiting.forEach(this::command);
  }

  private void answerWhoWaits() {
    if (rollouts.isWhole()) {
      dialogue.forgetFailures();
    }
    if (rollouts.isSettled()) {
      restarts.forEach(
          each -> each.complete(new Outcome(Outcome.Kind.COMMITTED, "every instance is replaced")));
      restarts.clear();
    }
    if (!stage.generations().hasUdp() || stage.quicLbs().serving().isPresent()) {
      readerAwaited.forEach(each -> each.complete(true));
      readerAwaited.clear();
    }
    boolean gone = stage.roster().children().isEmpty() && stage.quicLbs().children().isEmpty();
    if (rollouts.isStopping() && gone) {
      finish("stopped");
    }
  }

  private void finish(String how) {
    over = true;
    save();
    stage.generations().closeAll();
    LOG.info("The agent has {}", how);
    stops.forEach(each -> each.complete(new Outcome(Outcome.Kind.COMMITTED, how)));
  }

  private void measure() {
    AgentMetrics metrics = parts.metrics();
    metrics.set(AgentMetric.SOCKETS, stage.generations().table().entries().size());
    metrics.set(AgentMetric.INSTANCES, stage.roster().children().size());
    metrics.set(AgentMetric.INSTANCES_READY, stage.roster().count(InstanceState.READY));
    rollouts
        .fleet()
        .ifPresent(
            fleet -> {
              metrics.set(AgentMetric.INSTANCES_DESIRED, fleet.desired());
              metrics.set(
                  AgentMetric.ACTIVE_GENERATION,
                  fleet.active().map(GenerationId::number).orElse(0L));
            });
  }

  /** Keeps what a successor needs, if it has changed. */
  private void save() {
    byte[] state = state().write();
    if (Arrays.equals(state, saved)) {
      return;
    }
    try {
      parts.directory().write("state.json", state);
      saved = state;
    } catch (IOException e) {
      LOG.error("Cannot keep the state reason=\"{}\"", e.getMessage());
    }
  }

  private AgentState state() {
    SortedMap<String, Integer> numbers = new TreeMap<>();
    stage
        .generations()
        .table()
        .entries()
        .forEach((identity, entry) -> numbers.put(identity.toString(), entry.number()));
    if (adoption.isPresent()) {
      numbers.putAll(parts.predecessor().sockets());
    }
    List<KnownProcess> processes = new ArrayList<>();
    stage.roster().children().stream()
        .map(child -> known(child, stage.roster().find(child.id()).orElseThrow()))
        .forEach(processes::add);
    stage.quicLbs().children().stream()
        .map(child -> known(child, 0, false))
        .forEach(processes::add);
    processes.sort(Comparator.comparing(KnownProcess::id));
    return new AgentState(
        parts.predecessor().bootId(),
        stage.ids().bootEpoch(),
        stage.ids().next(),
        term,
        rollouts.lastGeneration(),
        rollouts
            .fleet()
            .flatMap(fleet -> fleet.active())
            .map(GenerationId::number)
            .orElse(parts.predecessor().activeGeneration()),
        parts.predecessor().keyEpoch(),
        numbers,
        processes);
  }

  private static KnownProcess known(Child child, Instance instance) {
    return known(child, instance.generation().number(), instance.state() == InstanceState.DRAINING);
  }

  private static KnownProcess known(Child child, long generation, boolean draining) {
    return new KnownProcess(
        child.id(),
        child.role() == Role.QUIC_LB ? "QUIC_LB" : "INSTANCE",
        child.process().pid(),
        child.process().startTicks(),
        generation,
        child.serverId().map(ServerId::toString).orElse(""),
        draining);
  }
}

package io.scalws.agent.conduct;

import io.scalws.agent.bind.BoundSocket;
import io.scalws.agent.conduct.Generations.Generation;
import io.scalws.agent.handout.ProcessIdentity;
import io.scalws.agent.instance.InstanceState.Event;
import io.scalws.agent.state.AgentState.KnownProcess;
import io.scalws.agent.supervise.Supervisor.Running;
import io.scalws.linux.Fd;
import io.scalws.linux.SocketFacts;
import io.scalws.linux.SyscallException;
import io.scalws.planning.spec.ParseResult;
import io.scalws.planning.spec.ResolvedSpecification;
import io.scalws.planning.spec.SpecParser;
import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.AgentMessage.HandBack;
import io.scalws.protocol.message.AgentMessage.HeldSocket;
import io.scalws.protocol.message.AgentMessage.Role;
import io.scalws.protocol.message.AgentMessage.SocketClaim;
import io.scalws.protocol.message.SocketKind;
import io.scalws.protocol.socket.GenerationId;
import io.scalws.protocol.socket.SocketIdentity;
import io.scalws.protocol.socket.Transport;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes over the processes of an agent that is gone: waits until each of them has said what it
 * holds, asks for one duplicate of every socket and binds nothing that somebody still has. A
 * process that does not answer in time is killed, or its duplicates would keep the addresses busy.
 * Owned by the conductor's thread.
 */
final class Adoption {
  private static final Logger LOG = LoggerFactory.getLogger(Adoption.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int SIGNAL_KILL = 9;

  private final Stage stage;
  private final Instant deadline;
  private final List<Child> awaited = new ArrayList<>();
  private final SortedMap<SocketIdentity, BoundSocket> sockets = new TreeMap<>();
  private final SortedSet<SocketIdentity> asked = new TreeSet<>();
  private boolean impatient;

  Adoption(Stage stage) {
    this.stage = stage;
    this.deadline = stage.now().plus(PATIENCE);
  }

  /** Finds who is left. */
  void begin(List<KnownProcess> known, Consumer<ProcessIdentity> onExit) {
    for (KnownProcess each : known) {
      ProcessIdentity process = new ProcessIdentity(each.pid(), each.startTicks());
      try {
        if (process.isAlive()) {
          stage.parts().supervisor().adopt(process, onExit).ifPresent(it -> take(each, it));
        }
      } catch (IOException e) {
        LOG.warn("Cannot adopt a process id={} reason=\"{}\"", each.id(), e.getMessage());
      }
    }
  }

  private void take(KnownProcess known, Running running) {
    Role role = Role.valueOf(known.role());
    Child child = new Child(role, known.id(), running);
    ServerId.parse(known.serverId()).ifPresent(child::named);
    awaited.add(child);
    Instant now = stage.now();
    if (role == Role.QUIC_LB) {
      stage.quicLbs().started(child, now);
    } else {
      stage.roster().adopted(child, new GenerationId(known.generation()), now);
      if (known.draining()) {
        stage.roster().change(child.id(), Event.DRAIN, "it was told to before", now);
      }
    }
    LOG.info("Adopting a process id={} pid={}", known.id(), running.process().pid());
  }

  void gone(Child child) {
    awaited.remove(child);
  }

  /** Asks for what is held and not on its way yet. */
  void ask(Child child) {
    List<SocketClaim> claims = new ArrayList<>();
    for (HeldSocket held : child.held()) {
      boolean ours = held.kind() != SocketKind.SEND_ONLY;
      if (ours && !sockets.containsKey(held.identity()) && asked.add(held.identity())) {
        claims.add(new SocketClaim(held.identity(), held.kind()));
      }
    }
    if (claims.isEmpty()) {
      awaited.remove(child);
      return;
    }
    try {
      Handout.send(child, new HandBack(claims), List.of());
    } catch (IOException e) {
      LOG.warn("Cannot ask for sockets id={} reason=\"{}\"", child.id(), e.getMessage());
      claims.forEach(claim -> asked.remove(claim.identity()));
    }
  }

  /** Checks what came back, and keeps it. */
  void handedBack(Child child, List<HeldSocket> held, List<Fd> fds) {
    awaited.remove(child);
    for (int i = 0; i < fds.size(); i++) {
      Fd fd = fds.get(i);
      if (i >= held.size() || !keep(held.get(i).identity(), fd)) {
        fd.close();
      }
    }
  }

  private boolean keep(SocketIdentity identity, Fd fd) {
    try {
      SocketFacts facts = SocketFacts.of(fd.number());
      boolean same =
          facts.local().equals(identity.toInetSocketAddress())
              && (facts.type() == SocketFacts.Type.TCP) == (identity.transport() == Transport.TCP);
      if (!same || sockets.containsKey(identity)) {
        LOG.warn("A process handed back something else identity={} got={}", identity, facts);
        return false;
      }
      sockets.put(identity, BoundSocket.adopted(identity, fd));
      stage.count(AgentMetric.ADOPTED_SOCKETS);
      return true;
    } catch (SyscallException e) {
      LOG.warn("Cannot adopt a socket identity={} reason=\"{}\"", identity, e.getMessage());
      return false;
    }
  }

  /** Whether everybody has answered or died; who does not in time is killed. */
  boolean isOver() {
    if (!awaited.isEmpty() && !impatient && stage.now().isAfter(deadline)) {
      impatient = true;
      for (Child child : awaited) {
        LOG.warn("Killing a process that does not answer id={}", child.id());
        stage.event("Killed", child.id(), "did not answer the new agent");
        stage.count(AgentMetric.KILLS);
        child.running().signal(SIGNAL_KILL);
      }
    }
    return awaited.isEmpty();
  }

  /** The generations that live, oldest first, with the sockets that came back. */
  void restore(Generations generations, SortedSet<GenerationId> ids) {
    for (GenerationId id : ids) {
      Optional<Generation> generation = read(id);
      if (generation.isEmpty()) {
        continue;
      }
      List<BoundSocket> own = new ArrayList<>();
      List<SocketIdentity> shared = new ArrayList<>();
      for (SocketIdentity identity : generation.get().model().identities()) {
        if (generations.holds(identity)) {
          shared.add(identity);
        } else if (sockets.containsKey(identity)) {
          own.add(sockets.remove(identity));
        }
      }
      generations.restore(generation.get(), own, shared);
    }
    sockets.values().forEach(BoundSocket::close);
    sockets.clear();
  }

  private Optional<Generation> read(GenerationId id) {
    try {
      Optional<byte[]> json = stage.parts().directory().read("generations/" + id + ".json");
      if (json.isEmpty()) {
        return Optional.empty();
      }
      return switch (SpecParser.parse(ResolvedSpecification.read(json.get()))) {
        case ParseResult.Parsed parsed ->
            Optional.of(new Generation(id, parsed.specification(), parsed.model()));
        case ParseResult.Rejected rejected -> {
          LOG.warn(
              "A kept specification is not valid any more generation={} reason=\"{}\"",
              id,
              rejected.violations());
          yield Optional.empty();
        }
      };
    } catch (IOException e) {
      LOG.warn("Cannot read a kept specification generation={} reason=\"{}\"", id, e.getMessage());
      return Optional.empty();
    }
  }
}

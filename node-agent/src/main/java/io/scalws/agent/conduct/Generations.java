package io.scalws.agent.conduct;

import io.scalws.agent.bind.BoundSocket;
import io.scalws.agent.bind.GenerationBinder;
import io.scalws.agent.listen.GenerationPlanner;
import io.scalws.agent.listen.GenerationPlanner.SocketPlan;
import io.scalws.agent.listen.SocketTable;
import io.scalws.linux.SyscallException;
import io.scalws.planning.spec.ResolvedSpecification;
import io.scalws.planning.spec.RuntimeModel;
import io.scalws.protocol.socket.GenerationId;
import io.scalws.protocol.socket.SocketIdentity;
import io.scalws.protocol.socket.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The generations that live, and their sockets. Changes are transactions (ADR-0037). Owned by the
 * conductor's thread.
 */
final class Generations {
  private static final Logger LOG = LoggerFactory.getLogger(Generations.class);

  private final GenerationBinder binder;
  private final SortedMap<GenerationId, Generation> live = new TreeMap<>();
  private final SortedMap<SocketIdentity, BoundSocket> sockets = new TreeMap<>();
  private final SortedMap<SocketIdentity, String> lastErrors = new TreeMap<>();
  private final Map<String, Integer> numbers;
  private SocketTable table;

  /**
   * @param numbers that sockets had in the time of a predecessor, by canonical identity
   */
  Generations(GenerationBinder binder, Map<String, Integer> numbers) {
    this.binder = binder;
    this.numbers = numbers;
    int next = numbers.values().stream().mapToInt(number -> number + 1).max().orElse(0);
    this.table = new SocketTable(new TreeMap<>(), next);
  }

  /** A specification and what it means. */
  record Generation(GenerationId id, ResolvedSpecification specification, RuntimeModel model) {}

  /** Binds what is missing; nothing has changed if there are reasons why not. */
  List<String> prepare(Generation generation) {
    switch (GenerationPlanner.plan(table, generation.model().identities())) {
      case SocketPlan.Impossible(List<String> reasons) -> {
        return reasons;
      }
      case SocketPlan.Possible possible -> {
        switch (binder.bind(possible.toBind())) {
          case GenerationBinder.Outcome.Refused(List<String> reasons) -> {
            return reasons.stream().map(reason -> withListener(generation, reason)).toList();
          }
          case GenerationBinder.Outcome.Bound(List<BoundSocket> bound) -> {
            table = table.shared(possible.toShare(), generation.id());
            bound.forEach(socket -> keep(socket, generation.id()));
            live.put(generation.id(), generation);
            return List.of();
          }
        }
      }
    }
  }

  private static String withListener(Generation generation, String reason) {
    for (SocketIdentity identity : generation.model().identities()) {
      if (reason.contains(identity + ":")) {
        return generation
            .model()
            .listenerOf(identity)
            .map(listener -> "listener \"" + listener.name() + "\": " + reason)
            .orElse(reason);
      }
    }
    return reason;
  }

  /** A generation of a predecessor, with sockets that its processes handed back. */
  void restore(Generation generation, List<BoundSocket> adopted, List<SocketIdentity> shared) {
    live.put(generation.id(), generation);
    table = table.shared(shared, generation.id());
    adopted.forEach(socket -> keep(socket, generation.id()));
  }

  /** Whether a socket is here already. */
  boolean holds(SocketIdentity identity) {
    return sockets.containsKey(identity);
  }

  private void keep(BoundSocket socket, GenerationId generation) {
    SocketIdentity identity = socket.identity();
    try {
      long inode = socket.fd().inode();
      Integer known = numbers.get(identity.toString());
      boolean free =
          known != null
              && table.entries().values().stream().noneMatch(entry -> entry.number() == known);
      table =
          free
              ? table.prepared(identity, known, inode, generation)
              : table.prepared(identity, inode, generation);
      sockets.put(identity, socket);
      socket
          .shortReceiveBuffer()
          .ifPresent(
              octets ->
                  LOG.warn(
                      "{} buffers only {} octets of datagrams while quic-lb restarts; raise"
                          + " net.core.rmem_max to 4194304 (sysctl -w net.core.rmem_max=4194304) or"
                          + " give the agent CAP_NET_ADMIN",
                      identity,
                      octets));
      LOG.info("Bound a socket identity={} inode={} generation={}", identity, inode, generation);
    } catch (SyscallException e) {
      throw new IllegalStateException("a socket without an inode: " + identity, e);
    }
  }

  void publish(GenerationId generation) {
    table = table.published(generation);
  }

  void refusing(boolean refusing) {
    table = table.refusing(refusing);
  }

  /** Nobody uses the generation any more; sockets of its own close. */
  void release(GenerationId generation) {
    if (live.remove(generation) == null) {
      return;
    }
    table = table.without(generation);
    List<SocketIdentity> unused = new ArrayList<>(sockets.keySet());
    unused.removeAll(table.entries().keySet());
    for (SocketIdentity identity : unused) {
      sockets.remove(identity).close();
      lastErrors.remove(identity);
      LOG.info("Closed a socket identity={} generation={}", identity, generation);
    }
  }

  /** The same sockets under a new number: nothing that an instance reads has changed. */
  void raise(GenerationId from, Generation to) {
    live.remove(from);
    live.put(to.id(), to);
    table = table.renamed(from, to.id());
  }

  Optional<Generation> find(GenerationId id) {
    return Optional.ofNullable(live.get(id));
  }

  List<GenerationId> ids() {
    return List.copyOf(live.keySet());
  }

  SocketTable table() {
    return table;
  }

  BoundSocket socket(SocketIdentity identity) {
    return sockets.get(identity);
  }

  Optional<String> lastError(SocketIdentity identity) {
    return Optional.ofNullable(lastErrors.get(identity));
  }

  boolean hasUdp() {
    return sockets.keySet().stream().anyMatch(each -> each.transport() == Transport.UDP);
  }

  /**
   * Puts right what holders of duplicates may have done: every holder of a listener can shut it
   * down, and every member of a UDP group can detach its program.
   */
  void restoreSockets() {
    sockets.forEach(
        (identity, socket) -> {
          try {
            if (socket.restore(true)) {
              LOG.warn(
                  "A listener was shut down by a holder and listens again identity={}", identity);
            }
            lastErrors.remove(identity);
          } catch (SyscallException e) {
            if (lastErrors.put(identity, e.getMessage()) == null) {
              LOG.warn(
                  "Cannot restore a socket identity={} reason=\"{}\"", identity, e.getMessage());
            }
          }
        });
  }

  void closeAll() {
    sockets.values().forEach(BoundSocket::close);
    sockets.clear();
  }
}

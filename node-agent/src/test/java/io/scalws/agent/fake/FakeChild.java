package io.scalws.agent.fake;

import io.scalws.link.MessageSocket;
import io.scalws.linux.Fd;
import io.scalws.linux.SocketFacts;
import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.AgentMessage;
import io.scalws.protocol.message.AgentMessage.Activate;
import io.scalws.protocol.message.AgentMessage.Drain;
import io.scalws.protocol.message.AgentMessage.Grant;
import io.scalws.protocol.message.AgentMessage.GrantedSocket;
import io.scalws.protocol.message.AgentMessage.HandBack;
import io.scalws.protocol.message.AgentMessage.HandedBack;
import io.scalws.protocol.message.AgentMessage.HeldSocket;
import io.scalws.protocol.message.AgentMessage.Hello;
import io.scalws.protocol.message.AgentMessage.ReaderState;
import io.scalws.protocol.message.AgentMessage.Ready;
import io.scalws.protocol.message.AgentMessage.Registrations;
import io.scalws.protocol.message.AgentMessage.Report;
import io.scalws.protocol.message.AgentMessage.Role;
import io.scalws.protocol.message.AgentMessage.SocketClaim;
import io.scalws.protocol.message.SocketKind;
import io.scalws.protocol.socket.GenerationId;
import io.scalws.protocol.socket.SocketIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Speaks a child's side of the agent protocol and serves nobody. Reconnects when the agent goes
 * away, says what it holds and hands it back, as the real ones do.
 */
final class FakeChild {
  private final Role role;
  private final Path agent;
  private final String id;
  private final Map<SocketClaim, Fd> held = new LinkedHashMap<>();
  private MessageSocket socket;
  private Optional<ServerId> serverId = Optional.empty();
  private Optional<GenerationId> generation = Optional.empty();
  private long term;
  private long reports;

  FakeChild(Role role, Path agent, String id) {
    this.role = role;
    this.agent = agent;
    this.id = id;
  }

  static FakeChild of(Role role, String[] arguments) {
    Map<String, String> options = new LinkedHashMap<>();
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      options.put(arguments[i], arguments[i + 1]);
    }
    return new FakeChild(role, Path.of(options.get("--agent-socket")), options.get("--id"));
  }

  /** Until it is told to drain. */
  void run() throws IOException, InterruptedException {
    while (true) {
      try {
        connect();
        if (converse()) {
          return;
        }
      } catch (IOException e) {
        System.out.println(id + ": " + e);
      }
      Thread.sleep(50);
    }
  }

  private void connect() throws IOException {
    socket = MessageSocket.connect(agent);
    List<HeldSocket> holds = new ArrayList<>();
    for (Map.Entry<SocketClaim, Fd> each : held.entrySet()) {
      holds.add(holding(each.getKey(), each.getValue()));
    }
    send(new Hello(role, id, term, serverId, "", holds), List.of());
  }

  private HeldSocket holding(SocketClaim claim, Fd fd) throws IOException {
    return new HeldSocket(
        claim.identity(), claim.kind(), fd.inode(), generation.map(List::of).orElse(List.of()));
  }

  private boolean converse() throws IOException {
    Thread reporter = Thread.ofPlatform().daemon().start(this::report);
    try {
      while (true) {
        if (socket.receive()
            instanceof MessageSocket.Received.Message(AgentMessage message, List<Fd> fds)) {
          if (message instanceof Drain) {
            return true;
          }
          answer(message, fds);
        }
      }
    } finally {
      reporter.interrupt();
      socket.close();
    }
  }

  private void report() {
    try {
      while (!Thread.interrupted()) {
        Thread.sleep(200);
        if (!Files.exists(agent.resolveSibling("silent-" + id))) {
          send(new Report(++reports, System.nanoTime(), Map.of()), List.of());
        }
      }
    } catch (IOException | InterruptedException e) {
      // The agent is gone, or we are told to end.
      return;
    }
  }

  private void answer(AgentMessage message, List<Fd> fds) throws IOException {
    switch (message) {
      case Grant grant -> granted(grant, fds);
      case HandBack(List<SocketClaim> claims) -> {
        List<HeldSocket> back = new ArrayList<>();
        List<Fd> descriptors = new ArrayList<>();
        for (SocketClaim claim : claims) {
          back.add(holding(claim, held.get(claim)));
          descriptors.add(held.get(claim));
        }
        send(new HandedBack(back), descriptors);
      }
      case Activate activate -> System.out.println(id + ": activated " + activate.generation());
      default -> System.out.println(id + ": " + message);
    }
  }

  private void granted(Grant grant, List<Fd> fds) throws IOException {
    term = grant.agentTerm();
    serverId = grant.serverId();
    generation = grant.generation();
    int next = grant.sockets().configurationAttached() ? 1 : 0;
    for (GrantedSocket each : grant.sockets().sockets()) {
      Fd fd = fds.get(next++);
      SocketIdentity identity = each.identity();
      if (!SocketFacts.of(fd.number()).local().equals(identity.toInetSocketAddress())) {
        throw new IllegalStateException(identity + " is something else");
      }
      held.put(new SocketClaim(identity, each.kind()), fd);
    }
    System.out.println(id + ": granted " + grant.sockets().sockets());
    if (role == Role.QUIC_LB) {
      boolean first = id.endsWith("1");
      send(
          new Registrations(
              first ? ReaderState.SERVING : ReaderState.STANDBY, List.of(), List.of()),
          List.of());
      return;
    }
    boolean whole =
        held.keySet().stream().filter(claim -> claim.kind() == SocketKind.READER).count()
            == held.keySet().stream().filter(claim -> claim.kind() == SocketKind.SEND_ONLY).count();
    if (whole && !Files.exists(agent.resolveSibling("never-ready"))) {
      send(new Ready(grant.generation().orElseThrow()), List.of());
    }
  }

  private synchronized void send(AgentMessage message, List<Fd> fds) throws IOException {
    socket.send(message, fds);
  }
}

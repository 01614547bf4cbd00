package io.scalws.server;

import io.scalws.linux.Fd;
import io.scalws.linux.Memfd;
import io.scalws.linux.SyscallException;
import io.scalws.planning.spec.ParseResult;
import io.scalws.planning.spec.ResolvedSpecification;
import io.scalws.planning.spec.RuntimeModel;
import io.scalws.planning.spec.SpecParser;
import io.scalws.planning.spec.Violation;
import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.AgentMessage;
import io.scalws.protocol.message.AgentMessage.Activate;
import io.scalws.protocol.message.AgentMessage.Drain;
import io.scalws.protocol.message.AgentMessage.Draining;
import io.scalws.protocol.message.AgentMessage.Failed;
import io.scalws.protocol.message.AgentMessage.Grant;
import io.scalws.protocol.message.AgentMessage.HandBack;
import io.scalws.protocol.message.AgentMessage.HandedBack;
import io.scalws.protocol.message.AgentMessage.HeldSocket;
import io.scalws.protocol.message.AgentMessage.Hello;
import io.scalws.protocol.message.AgentMessage.Ready;
import io.scalws.protocol.message.AgentMessage.Role;
import io.scalws.protocol.message.SocketKind;
import io.scalws.protocol.socket.GenerationId;
import io.scalws.server.admin.AdminEndpoint;
import io.scalws.server.admin.ServerMetric;
import io.scalws.server.adopt.AdoptedSockets;
import io.scalws.server.adopt.AgentLink;
import io.scalws.server.adopt.Hop;
import io.scalws.server.lifecycle.ServerState;
import io.scalws.server.quic.QuicDatagram;
import io.scalws.server.tls.CertificateException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One instance under a node agent. The main thread takes what the agent says from a queue and is
 * the only one that changes the instance.
 */
final class UnderAgent implements AgentLink.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(UnderAgent.class);
  private static final int MAX_CONFIGURATION = 64 << 20;
  private static final Duration TERM_TIMEOUT = Duration.ofSeconds(30);
  private static final long REGISTRATION_MILLIS = 5_000;

  /** Something to do for the main thread. */
  private sealed interface Event {
    record Heard(AgentMessage message, List<Fd> fds) implements Event {}

    record Terminate() implements Event {}

    record TurnedAway(String why) implements Event {}
  }

  private final ScalwsdConfig.Mode.UnderAgent config;
  private final InetSocketAddress adminAddress;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private volatile Optional<Running> running = Optional.empty();
  private AgentLink agent;
  private String admin = "";

  /** What a Grant became. */
  private record Running(
      WebServer server,
      AdoptedSockets sockets,
      Hop hop,
      ServerId serverId,
      GenerationId generation) {
    List<Integer> udpNumbers() {
      return sockets.all().stream()
          .filter(each -> each.socket().kind() == SocketKind.SEND_ONLY)
          .map(each -> each.socket().number())
          .toList();
    }
  }

  UnderAgent(ScalwsdConfig.Mode.UnderAgent config, InetSocketAddress adminAddress) {
    this.config = config;
    this.adminAddress = adminAddress;
  }

  int run() throws IOException, InterruptedException {
    Termination termination = Termination.watch(() -> events.add(new Event.Terminate()));
    Reports reports = new Reports(() -> running.map(Running::server));
    try (AdminEndpoint endpoint = AdminEndpoint.open(adminAddress, this::metrics, this::isReady)) {
      admin = endpoint.address();
      agent = new AgentLink(config.socket(), this::hello, reports::next, this);
      agent.start();
      return conduct();
    } finally {
      running.ifPresent(
          it -> {
            it.hop().close();
            it.server().close();
            it.sockets().close();
          });
      if (agent != null) {
        agent.close();
      }
      termination.finished();
    }
  }

  private int conduct() throws InterruptedException {
    while (true) {
      switch (events.take()) {
        case Event.Heard(Grant grant, List<Fd> fds) -> {
          Optional<String> failure = grant(grant, fds);
          if (failure.isPresent()) {
            return failed(failure.get());
          }
        }
        case Event.Heard(Activate _, List<Fd> _) -> running.ifPresent(UnderAgent::activate);
        case Event.Heard(Drain drain, List<Fd> _) -> {
          drain(drain.timeout());
          return 0;
        }
        case Event.Heard(HandBack handBack, List<Fd> _) -> handBack(handBack);
        case Event.Heard(AgentMessage other, List<Fd> fds) -> {
          fds.forEach(Fd::close);
          LOG.warn("unexpected of the agent: {}", other.getClass().getSimpleName());
        }
        case Event.Terminate _ -> {
          agent.tell(new Draining(), List.of());
          drain(TERM_TIMEOUT);
          return 0;
        }
        case Event.TurnedAway(String why) -> {
          if (running.isEmpty()) {
            return failed("the agent refuses this instance: " + why);
          }
        }
      }
    }
  }

  private int failed(String message) throws InterruptedException {
    LOG.error("failed: {}", message);
    System.err.println("scalwsd: " + message);
    agent.tell(new Failed(message), List.of());
    // The sending thread is a daemon; the process must not end before it had its turn.
    Thread.sleep(Duration.ofMillis(200));
    return 1;
  }

  private Hello hello(long agentTerm) {
    List<HeldSocket> held = List.of();
    Optional<Running> now = running;
    try {
      if (now.isPresent()) {
        held = now.get().sockets().held();
      }
    } catch (SyscallException e) {
      LOG.error("what is held cannot be told", e);
    }
    return new Hello(
        Role.INSTANCE, config.id(), agentTerm, now.map(Running::serverId), admin, held);
  }

  /** Returns what went wrong. */
  private Optional<String> grant(Grant grant, List<Fd> fds) {
    if (running.isPresent()) {
      // A later agent gives what is held already.
      fds.forEach(Fd::close);
      readyAgain(grant);
      return Optional.empty();
    }
    try {
      start(grant, new ArrayList<>(fds));
      return Optional.empty();
    } catch (IOException | CertificateException | IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
  }

  private void readyAgain(Grant grant) {
    Running it = running.get();
    GenerationId generation = grant.generation().orElse(it.generation());
    running =
        Optional.of(new Running(it.server(), it.sockets(), it.hop(), it.serverId(), generation));
    agent.tell(new Ready(generation), List.of());
  }

  private void start(Grant grant, List<Fd> fds) throws IOException, CertificateException {
    if (!grant.sockets().configurationAttached()
        || grant.generation().isEmpty()
        || grant.serverId().isEmpty()
        || fds.isEmpty()) {
      fds.forEach(Fd::close);
      throw new IOException("the agent's grant has no configuration, generation or server id");
    }
    RuntimeModel model;
    try (Fd configuration = fds.removeFirst()) {
      model = model(Memfd.read(configuration, MAX_CONFIGURATION));
    } catch (IOException e) {
      fds.forEach(Fd::close);
      throw e;
    }
    GenerationId generation = grant.generation().get();
    ServerId serverId = grant.serverId().get();
    AdoptedSockets sockets = AdoptedSockets.of(grant.sockets().sockets(), fds, List.of(generation));
    Hop[] hop = new Hop[1];
    WebServer server =
        new WebServer(
            new InstanceIdentity(config.id(), serverId, grant.keys()),
            model,
            () -> hop[0] != null && hop[0].registered() > 0);
    hop[0] =
        new Hop(
            config.socket().resolveSibling("quic-lb"),
            new Hop.Registration(serverId, grant.hopKey()),
            server.quicLoop());
    Running started = new Running(server, sockets, hop[0], serverId, generation);
    running = Optional.of(started);
    open(started);
    started.hop().start();
    awaitRegistration(started);
    server.prepared();
    agent.tell(new Ready(generation), List.of());
  }

  private static RuntimeModel model(byte[] json) throws IOException {
    return switch (SpecParser.parse(ResolvedSpecification.read(json))) {
      case ParseResult.Parsed parsed -> parsed.model();
      case ParseResult.Rejected rejected ->
          throw new IOException(
              "the configuration is refused: "
                  + String.join(
                      "; ", rejected.violations().stream().map(Violation::toString).toList()));
    };
  }

  private static void open(Running it) throws SyscallException {
    for (AdoptedSockets.Adopted each : it.sockets().all()) {
      switch (each.socket().kind()) {
        case LISTENER -> it.server().openTcp(each.socket().identity(), each.fd().duplicate());
        case SEND_ONLY -> {
          QuicListener quic = it.server().openUdp(each.socket().identity(), each.fd().duplicate());
          it.hop().add(each.socket().number(), each.socket().identity(), receiver(quic));
        }
        case READER -> {
          // In custody only: another process reads it.
        }
      }
    }
  }

  private static Hop.Receiver receiver(QuicListener quic) {
    return new Hop.Receiver() {
      @Override
      public void receive(QuicDatagram datagram) {
        quic.receive(datagram);
      }

      @Override
      public void readComplete() {
        quic.readComplete();
      }
    };
  }

  /** An instance with HTTP/3 is ready when datagrams reach it; without any quic-lb, a bit later. */
  private static void awaitRegistration(Running it) {
    long deadline = System.nanoTime() + Duration.ofMillis(REGISTRATION_MILLIS).toNanos();
    boolean needed = !it.udpNumbers().isEmpty();
    while (needed && !it.hop().isRegisteredEverywhere() && System.nanoTime() < deadline) {
      try {
        Thread.sleep(Duration.ofMillis(5));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    if (needed && it.hop().registered() == 0) {
      LOG.warn("no quic-lb has registered this instance yet; HTTP/3 begins when one does");
    }
  }

  private static void activate(Running it) {
    it.server().activate();
    it.hop().accept(it.udpNumbers());
  }

  private void drain(Duration timeout) {
    running.ifPresent(
        it -> {
          it.hop().accept(List.of());
          it.server().drain(timeout);
        });
  }

  private void handBack(HandBack handBack) {
    List<Fd> fds = new ArrayList<>();
    try {
      List<HeldSocket> given =
          running.isEmpty() ? List.of() : running.get().sockets().handBack(handBack.sockets(), fds);
      agent.tell(new HandedBack(given), fds);
    } catch (SyscallException e) {
      fds.forEach(Fd::close);
      LOG.error("sockets cannot be handed back", e);
    }
  }

  private String metrics() {
    Optional<Running> now = running;
    return now.map(
            it ->
                it.server()
                    .metrics()
                    .add(ServerMetric.REGISTERED, it.hop().registered())
                    .toString())
        .orElse("");
  }

  private boolean isReady() {
    return running.filter(it -> it.server().state() == ServerState.SERVING).isPresent();
  }

  @Override
  public void heard(AgentMessage message, List<Fd> fds) {
    events.add(new Event.Heard(message, fds));
  }

  @Override
  public void refused(String why) {
    events.add(new Event.TurnedAway(why));
  }
}

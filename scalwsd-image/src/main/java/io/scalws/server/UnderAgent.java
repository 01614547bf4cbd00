package io.scalws.server;

import io.scalws.certificates.CertificateException;
import io.scalws.link.AgentLink;
import io.scalws.linux.Fd;
import io.scalws.linux.SyscallException;
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
import io.scalws.protocol.socket.GenerationId;
import io.scalws.server.admin.AdminEndpoint;
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
  private static final Duration TERM_TIMEOUT = Duration.ofSeconds(30);

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

  /** What serves, and for which generation: a specification that changes nothing here raises it. */
  private record Running(GrantedServer granted, GenerationId generation) {}

  UnderAgent(ScalwsdConfig.Mode.UnderAgent config, InetSocketAddress adminAddress) {
    this.config = config;
    this.adminAddress = adminAddress;
  }

  int run() throws IOException, InterruptedException {
    int status = 1;
    Termination termination = Termination.watch(() -> events.add(new Event.Terminate()));
    Reports reports = new Reports(() -> running.map(it -> it.granted().server()));
    try (AdminEndpoint endpoint = AdminEndpoint.open(adminAddress, this::metrics, this::isReady)) {
      admin = endpoint.address();
      agent = new AgentLink(config.socket(), this::hello, () -> Optional.of(reports.next()), this);
      agent.start();
      status = conduct();
    } finally {
      running.ifPresent(it -> it.granted().close());
      if (agent != null) {
        agent.close();
      }
      termination.finished(status);
    }
    return status;
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
        case Event.Heard(Activate _, List<Fd> _) ->
            running.ifPresent(it -> it.granted().activate());
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
        held = now.get().granted().held();
      }
    } catch (SyscallException e) {
      LOG.error("what is held cannot be told", e);
    }
    return new Hello(
        Role.INSTANCE, config.id(), agentTerm, now.map(it -> it.granted().serverId()), admin, held);
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
      GrantedServer granted = GrantedServer.of(config.id(), config.socket(), grant, fds);
      GenerationId generation = grant.generation().orElseThrow();
      running = Optional.of(new Running(granted, generation));
      granted.open();
      agent.tell(new Ready(generation), List.of());
      return Optional.empty();
    } catch (IOException | CertificateException | IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
  }

  private void readyAgain(Grant grant) {
    Running it = running.get();
    GenerationId generation = grant.generation().orElse(it.generation());
    running = Optional.of(new Running(it.granted(), generation));
    agent.tell(new Ready(generation), List.of());
  }

  private void drain(Duration timeout) {
    running.ifPresent(it -> it.granted().drain(timeout));
  }

  private void handBack(HandBack handBack) {
    List<Fd> fds = new ArrayList<>();
    try {
      List<HeldSocket> given =
          running.isEmpty() ? List.of() : running.get().granted().handBack(handBack.sockets(), fds);
      agent.tell(new HandedBack(given), fds);
    } catch (SyscallException e) {
      fds.forEach(Fd::close);
      LOG.error("sockets cannot be handed back", e);
    }
  }

  private String metrics() {
    return running.map(it -> it.granted().metrics().toString()).orElse("");
  }

  private boolean isReady() {
    return running.filter(it -> it.granted().isServing()).isPresent();
  }

  @Override
  public void heard(AgentMessage message, List<Fd> fds) {
    events.add(new Event.Heard(message, fds));
  }

  @Override
  public void turnedAway(String why) {
    events.add(new Event.TurnedAway(why));
  }
}

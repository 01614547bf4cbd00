package io.scalws.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.scalws.link.MessageSocket.Received;
import io.scalws.linux.Fd;
import io.scalws.protocol.message.AgentMessage;
import io.scalws.protocol.message.AgentMessage.Draining;
import io.scalws.protocol.message.AgentMessage.Grant;
import io.scalws.protocol.message.AgentMessage.GrantedSockets;
import io.scalws.protocol.message.AgentMessage.Hello;
import io.scalws.protocol.message.AgentMessage.RefusalReason;
import io.scalws.protocol.message.AgentMessage.Refused;
import io.scalws.protocol.message.AgentMessage.Report;
import io.scalws.protocol.message.AgentMessage.Role;
import io.scalws.protocol.message.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentLinkIT implements AgentLink.Listener {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir Path folder;
  private final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
  private MessageListener agent;
  private AgentLink link;

  @BeforeEach
  void start() throws IOException {
    agent = MessageListener.bind(path());
    link =
        new AgentLink(
            path(), AgentLinkIT::hello, () -> Optional.of(new Report(1, 1, Map.of())), this);
    link.start();
  }

  @AfterEach
  void stop() {
    link.close();
    agent.close();
  }

  private Path path() {
    return folder.resolve("agent.sock");
  }

  private static Hello hello(long term) {
    return new Hello(Role.INSTANCE, "web-1", term, Optional.empty(), "", List.of());
  }

  private static Received message(AgentMessage message) {
    return new Received.Message(message, List.of());
  }

  private static Grant grant(long term) {
    return new Grant(
        term,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Secret.NONE,
        new GrantedSockets(false, List.of()));
  }

  @Override
  public void heard(AgentMessage message, List<Fd> fds) {
    heard.add(message);
  }

  @Override
  public void turnedAway(String reason) {
    heard.add(reason);
  }

  @Test
  void itSaysHelloFirstAndReportsEachSecond() throws IOException {
    try (MessageSocket connection = agent.accept(PATIENCE)) {
      assertThat(connection.receive()).isEqualTo(message(hello(0)));
      assertThat(connection.receive()).isEqualTo(message(new Report(1, 1, Map.of())));
    }
  }

  @Test
  void itComesBackWithTheHighestTermAfterTheAgentWasGone() throws Exception {
    try (MessageSocket connection = agent.accept(PATIENCE)) {
      assertThat(connection.receive()).isEqualTo(message(hello(0)));
      connection.send(grant(7), List.of());
      assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo(grant(7));
    }
    agent.close();
    agent = MessageListener.bind(path());
    try (MessageSocket connection = agent.accept(PATIENCE)) {
      assertThat(connection.receive()).isEqualTo(message(hello(7)));
      link.tell(new Draining(), List.of());
      assertThat(connection.receive()).isEqualTo(message(new Draining()));
    }
  }

  @Test
  void aRefusalForNowIsTriedAgainAndOneForEverIsTold() throws Exception {
    try (MessageSocket connection = agent.accept(PATIENCE)) {
      connection.send(
          new Refused(RefusalReason.NOT_PLANNED_YET, "soon", Duration.ofMillis(10)), List.of());
    }
    try (MessageSocket connection = agent.accept(PATIENCE)) {
      connection.send(
          new Refused(RefusalReason.UNKNOWN_PEER, "who are you", Duration.ZERO), List.of());
      assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("who are you");
    }
  }
}

package io.scalws.quiclb;

import io.scalws.link.MessageListener;
import io.scalws.link.MessageSocket;
import io.scalws.linux.Fd;
import io.scalws.protocol.message.AgentMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/** The agent's end of its protocol. */
final class FakeAgent implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Path path;
  private final MessageListener listener;

  FakeAgent(Path path) throws IOException {
    this.path = path;
    listener = MessageListener.bind(path);
  }

  /** Waits for a process. */
  Child accept() throws IOException {
    return new Child(listener.accept(PATIENCE));
  }

  /** One process. */
  static final class Child implements AutoCloseable {
    private final MessageSocket socket;
    private final List<Fd> received = new ArrayList<>();

    Child(MessageSocket socket) {
      this.socket = socket;
    }

    /** The next message of a type that is as wanted; others are passed over. */
    <T extends AgentMessage> T await(Class<T> type, Predicate<T> wanted)
        throws IOException, TimeoutException {
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (System.nanoTime() < end) {
        if (socket.receive()
            instanceof MessageSocket.Received.Message(AgentMessage message, List<Fd> fds)) {
          received.addAll(fds);
          if (type.isInstance(message) && wanted.test(type.cast(message))) {
            return type.cast(message);
          }
        }
      }
      throw new TimeoutException("no such " + type.getSimpleName());
    }

    <T extends AgentMessage> T await(Class<T> type) throws IOException, TimeoutException {
      return await(type, _ -> true);
    }

    void send(AgentMessage message, Fd... fds) throws IOException {
      socket.send(message, List.of(fds));
    }

    /** Descriptors that came, oldest first. */
    List<Fd> received() {
      return received;
    }

    @Override
    public void close() {
      socket.close();
      received.forEach(Fd::close);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    Files.deleteIfExists(path);
  }
}

package io.scalws.agent.handout;

import io.scalws.link.MessageListener;
import io.scalws.link.MessageSocket;
import io.scalws.linux.Fd;
import io.scalws.protocol.message.AgentMessage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The agent's socket, which instances and quic-lb connect to. */
public final class AgentSocket implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AgentSocket.class);

  private final MessageListener listener;
  private final Receiver receiver;

  private AgentSocket(MessageListener listener, Receiver receiver) {
    this.listener = listener;
    this.receiver = receiver;
  }

  /** Who is told; called on the connections' threads. */
  public interface Receiver {
    /** The descriptors are the receiver's from now on. */
    void received(ChildConnection from, AgentMessage message, List<Fd> fds);

    void rejected(ChildConnection from, String detail);

    void disconnected(ChildConnection from);
  }

  /**
   * Listens; a file that a dead agent left behind is replaced, so the caller must hold the lock on
   * the state directory.
   */
  public static AgentSocket open(Path path, Receiver receiver) throws IOException {
    AgentSocket opened = new AgentSocket(MessageListener.bind(path), receiver);
    Thread.ofPlatform().daemon().name("agent-socket").start(opened::accept);
    return opened;
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        serve(listener.accept());
      } catch (IOException e) {
        if (!listener.isClosed()) {
          LOG.warn("Cannot serve a connection reason=\"{}\"", e.getMessage());
        }
      }
    }
  }

  private void serve(MessageSocket accepted) throws IOException {
    int pid = accepted.peer().pid();
    Optional<ProcessIdentity> peer = ProcessIdentity.of(pid);
    if (peer.isEmpty()) {
      accepted.close();
      return;
    }
    ChildConnection connection = new ChildConnection(accepted, peer.get());
    Thread.ofPlatform()
        .daemon()
        .name("child-" + pid)
        .start(
            () -> {
              try {
                receive(connection);
              } finally {
                receiver.disconnected(connection);
              }
            });
  }

  private void receive(ChildConnection connection) {
    try {
      while (true) {
        switch (connection.receive()) {
          case MessageSocket.Received.Message(AgentMessage message, List<Fd> fds) ->
              receiver.received(connection, message, fds);
          case MessageSocket.Received.Garbled(String detail) ->
              receiver.rejected(connection, detail);
        }
      }
    } catch (IOException e) {
      LOG.debug("A connection ended pid={} reason=\"{}\"", connection.peer().pid(), e.toString());
    }
  }

  /** Stops accepting; connections stay until their owner closes them. */
  @Override
  public void close() {
    listener.close();
  }
}

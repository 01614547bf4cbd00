package io.scalws.agent.handout;

import io.scalws.link.MessageSocket;
import io.scalws.linux.Fd;
import io.scalws.protocol.message.AgentMessage;
import java.io.IOException;
import java.util.List;

/** One process at the agent's socket. Its own thread receives; the conductor sends and closes. */
public final class ChildConnection implements AutoCloseable {
  private final MessageSocket socket;
  private final ProcessIdentity peer;

  ChildConnection(MessageSocket socket, ProcessIdentity peer) {
    this.socket = socket;
    this.peer = peer;
  }

  /** Who was at the other end when it connected. */
  public ProcessIdentity peer() {
    return peer;
  }

  /** Sends one message with these descriptors, which stay the caller's. */
  public void send(AgentMessage message, List<Fd> fds) throws IOException {
    socket.send(message, fds);
  }

  MessageSocket.Received receive() throws IOException {
    return socket.receive();
  }

  @Override
  public void close() {
    socket.close();
  }
}

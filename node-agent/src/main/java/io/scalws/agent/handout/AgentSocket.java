package io.scalws.agent.handout;

import io.scalws.linux.Fd;
import io.scalws.protocol.message.AgentMessage;
import io.scalws.protocol.message.AgentMessageCodec;
import io.scalws.protocol.message.Decoded;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.newsclub.net.unix.AFSocketType;
import org.newsclub.net.unix.AFUNIXDatagramSocket;
import org.newsclub.net.unix.AFUNIXSocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The SOCK_SEQPACKET socket that instances and quic-lb connect to. */
public final class AgentSocket implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AgentSocket.class);
  private static final int BACKLOG = 64;

  /** unix(7): sun_path has 108 octets, the last one zero. */
  private static final int MAX_PATH = 107;

  private final AFUNIXDatagramSocket socket;
  private final Receiver receiver;
  private final AtomicLong numbers = new AtomicLong();

  private AgentSocket(AFUNIXDatagramSocket socket, Receiver receiver) {
    this.socket = socket;
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
    requireShort(path);
    Files.deleteIfExists(path);
    AFUNIXDatagramSocket socket = AFUNIXDatagramSocket.newInstance(AFSocketType.SOCK_SEQPACKET);
    socket.bind(AFUNIXSocketAddress.of(path));
    socket.listen(BACKLOG);
    AgentSocket opened = new AgentSocket(socket, receiver);
    Thread.ofPlatform().daemon().name("agent-socket").start(opened::accept);
    return opened;
  }

  /**
   * @throws IOException if a Unix socket cannot have this path
   */
  public static void requireShort(Path path) throws IOException {
    int length = path.toString().getBytes(StandardCharsets.UTF_8).length;
    if (length > MAX_PATH) {
      throw new IOException(
          path
              + " has "
              + length
              + " octets, and the path of a Unix socket must have fewer than "
              + (MAX_PATH + 1)
              + "; use a shorter --state-dir");
    }
  }

  private void accept() {
    while (true) {
      try {
        AFUNIXDatagramSocket accepted = (AFUNIXDatagramSocket) socket.accept();
        serve(accepted);
      } catch (SocketException e) {
        if (socket.isClosed()) {
          return;
        }
        LOG.warn("Cannot accept on the agent's socket reason=\"{}\"", e.getMessage());
      } catch (IOException e) {
        LOG.warn("Cannot serve a connection reason=\"{}\"", e.getMessage());
      }
    }
  }

  private void serve(AFUNIXDatagramSocket accepted) throws IOException {
    int pid = (int) accepted.getPeerCredentials().getPid();
    Optional<ProcessIdentity> peer = ProcessIdentity.of(pid);
    if (peer.isEmpty()) {
      accepted.close();
      return;
    }
    ChildConnection connection =
        new ChildConnection(numbers.incrementAndGet(), accepted, peer.get());
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
        ChildConnection.Received received = connection.receive();
        if (!received.octets().hasRemaining()) {
          return;
        }
        byte[] octets = new byte[received.octets().remaining()];
        received.octets().get(octets);
        switch (AgentMessageCodec.decode(octets)) {
          case Decoded.Message<AgentMessage>(AgentMessage message) ->
              receiver.received(connection, message, received.fds());
          case Decoded.Rejected<AgentMessage>(Decoded.Reason reason, String detail) -> {
            received.fds().forEach(Fd::close);
            receiver.rejected(connection, reason + ": " + detail);
          }
        }
      }
    } catch (IOException e) {
      LOG.debug("A connection ended pid={} reason=\"{}\"", connection.peer().pid(), e.toString());
    }
  }

  /** Stops accepting; connections stay until their owner closes them. */
  @Override
  public void close() {
    socket.close();
  }
}

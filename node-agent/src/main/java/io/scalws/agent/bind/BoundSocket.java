package io.scalws.agent.bind;

import io.scalws.linux.Fd;
import io.scalws.linux.SocketBuffers;
import io.scalws.linux.SyscallException;
import io.scalws.linux.TcpListener;
import io.scalws.linux.UdpSocket;
import io.scalws.protocol.socket.SocketIdentity;
import io.scalws.protocol.socket.Transport;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A listening socket that the agent owns. For UDP it is the reader's socket, and beside it an
 * anchor: a second member of the reuseport group, so that the program that steers every datagram to
 * the reader is in force before the first instance joins. The anchor is never written nor read.
 *
 * @param anchor for UDP only
 */
public record BoundSocket(SocketIdentity identity, Fd fd, Optional<Fd> anchor)
    implements AutoCloseable {
  /** The kernel caps it at net.core.somaxconn. */
  static final int BACKLOG = 4096;

  /** What arrives while a quic-lb is replaced waits here. */
  static final int RECEIVE_OCTETS = 4 << 20;

  private static final int SEND_OCTETS = 1 << 20;

  static BoundSocket bind(SocketIdentity identity) throws SyscallException {
    return switch (identity.transport()) {
      case TCP ->
          new BoundSocket(
              identity,
              TcpListener.bind(identity.toInetSocketAddress(), BACKLOG),
              Optional.empty());
      case UDP -> {
        Fd reader = UdpSocket.bindReader(identity.toInetSocketAddress());
        try {
          SocketBuffers.enlarge(reader, RECEIVE_OCTETS, 0);
          yield anchored(identity, reader);
        } catch (SyscallException e) {
          reader.close();
          throw e;
        }
      }
    };
  }

  /** A socket that an instance or quic-lb handed back. The caller keeps the fd if this fails. */
  public static BoundSocket adopted(SocketIdentity identity, Fd fd) throws SyscallException {
    return identity.transport() == Transport.TCP
        ? new BoundSocket(identity, fd, Optional.empty())
        : anchored(identity, fd);
  }

  private static BoundSocket anchored(SocketIdentity identity, Fd reader) throws SyscallException {
    Fd anchor = sendOnly(identity);
    try {
      UdpSocket.steerToReader(reader);
    } catch (SyscallException e) {
      anchor.close();
      throw e;
    }
    return new BoundSocket(identity, reader, Optional.of(anchor));
  }

  /** A new member of a UDP group, for one instance. */
  public Fd sendOnly() throws SyscallException {
    Fd fd = sendOnly(identity);
    try {
      // Whoever holds it may have detached the program; attaching it again replaces it.
      UdpSocket.steerToReader(this.fd);
      return fd;
    } catch (SyscallException e) {
      fd.close();
      throw e;
    }
  }

  private static Fd sendOnly(SocketIdentity identity) throws SyscallException {
    Fd fd = UdpSocket.bindSendOnly(identity.toInetSocketAddress());
    try {
      SocketBuffers.enlarge(fd, 0, SEND_OCTETS);
      UdpSocket.lockFilter(fd);
      return fd;
    } catch (SyscallException e) {
      fd.close();
      throw e;
    }
  }

  /** How many octets of datagrams the kernel keeps, if that is fewer than it should be. */
  public OptionalInt shortReceiveBuffer() throws SyscallException {
    if (identity.transport() == Transport.TCP) {
      return OptionalInt.empty();
    }
    // socket(7): the kernel doubles what it was asked for.
    int octets = SocketBuffers.of(fd.number()).receive() / 2;
    return octets < RECEIVE_OCTETS ? OptionalInt.of(octets) : OptionalInt.empty();
  }

  /** Puts right what a holder of a duplicate may have done to the socket. */
  public boolean restore(boolean shouldListen) throws SyscallException {
    if (identity.transport() == Transport.UDP) {
      UdpSocket.steerToReader(fd);
      return false;
    }
    if (shouldListen && !TcpListener.isListening(fd)) {
      TcpListener.listen(fd, BACKLOG);
      return true;
    }
    return false;
  }

  @Override
  public void close() {
    anchor.ifPresent(Fd::close);
    fd.close();
  }
}

package io.scalws.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;

/** Listening TCP sockets. They are non-blocking; IPv6 ones carry no IPv4. */
public final class TcpListener {
  private static final int SOCK_STREAM = 1;
  private static final int SHUT_RD = 0;
  // struct tcp_info, of a listening socket (linux/tcp.h, net/ipv4/tcp.c tcp_get_info).
  private static final long TCP_INFO_UNACKED = 24;
  private static final long TCP_INFO_SACKED = 28;

  private TcpListener() {}

  /**
   * Makes, binds and listens. SO_REUSEADDR only lets it bind while old connections linger.
   *
   * @param backlog of the accept queue; the kernel caps it at net.core.somaxconn
   */
  public static Fd bind(InetSocketAddress address, int backlog) throws SyscallException {
    return open(address, backlog, false);
  }

  /** As {@link #bind}, one of several sockets of the same address, each with its own queue. */
  public static Fd bindShared(InetSocketAddress address, int backlog) throws SyscallException {
    return open(address, backlog, true);
  }

  private static Fd open(InetSocketAddress address, int backlog, boolean shared)
      throws SyscallException {
    Fd fd = IpSocket.create("tcp", SOCK_STREAM, address);
    return IpSocket.closingOnFailure(
        fd,
        () -> {
          SocketOption.SO_REUSEADDR.set(fd.number(), 1);
          if (shared) {
            SocketOption.SO_REUSEPORT.set(fd.number(), 1);
          }
          IpSocket.bind("tcp", fd, address);
          Libc.checked(SystemCall.LISTEN, IpSocket.subject("tcp", address), fd.number(), backlog);
        });
  }

  /**
   * Refuses new connections until {@link #listen} is called on the same socket. It stays bound if
   * it was bound to a port by number; one that the kernel chose is lost. What was waiting to be
   * accepted is reset.
   */
  public static void refuse(Fd fd) throws SyscallException {
    Libc.checked(SystemCall.SHUTDOWN, fd.toString(), fd.number(), SHUT_RD);
  }

  /** Listens, again if need be, or with another backlog. */
  public static void listen(Fd fd, int backlog) throws SyscallException {
    Libc.checked(SystemCall.LISTEN, fd.toString(), fd.number(), backlog);
  }

  /** Whether connections are let in: any holder of a duplicate can stop that. */
  public static boolean isListening(Fd fd) throws SyscallException {
    return SocketOption.SO_ACCEPTCONN.get(fd.number()) != 0;
  }

  /**
   * How full an accept queue is.
   *
   * @param waiting established connections that nobody accepted yet
   * @param limit the backlog in force
   */
  public record AcceptQueue(int waiting, int limit) {}

  public static AcceptQueue acceptQueue(Fd fd) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment info = arena.allocate(256, 8);
      SocketOption.TCP_INFO.get(fd.number(), info);
      return new AcceptQueue(
          info.get(ValueLayout.JAVA_INT, TCP_INFO_UNACKED),
          info.get(ValueLayout.JAVA_INT, TCP_INFO_SACKED));
    }
  }
}

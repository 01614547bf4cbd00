package io.scalws.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;

/** What TCP and UDP sockets have in common: creation and bind. */
final class IpSocket {
  private static final int SOCK_CLOEXEC = 0x80000;
  private static final int SOCK_NONBLOCK = 0x800;

  private IpSocket() {}

  /** A non-blocking, close-on-exec socket of the address's family; IPv6 ones carry no IPv4. */
  static Fd create(String transport, int type, InetSocketAddress address) throws SyscallException {
    int family = SocketAddresses.family(address);
    Fd fd =
        Fd.own(
            (int)
                Libc.checked(
                    SystemCall.SOCKET,
                    subject(transport, address),
                    family,
                    type | SOCK_CLOEXEC | SOCK_NONBLOCK,
                    0));
    return closingOnFailure(
        fd,
        () -> {
          if (family == SocketAddresses.AF_INET6) {
            SocketOption.IPV6_V6ONLY.set(fd.number(), 1);
          }
        });
  }

  static void bind(String transport, Fd fd, InetSocketAddress address) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment sockaddr = arena.allocate(SocketAddresses.IPV6_LENGTH, 8);
      int length = SocketAddresses.write(address, sockaddr, 0);
      Libc.checked(
          SystemCall.BIND, subject(transport, address), fd.number(), sockaddr.address(), length);
    }
  }

  static String subject(String transport, InetSocketAddress address) {
    return transport + " " + SocketAddresses.text(address);
  }

  /** A step of making a socket. */
  interface Step {
    void run() throws SyscallException;
  }

  static Fd closingOnFailure(Fd fd, Step step) throws SyscallException {
    try {
      step.run();
      return fd;
    } catch (SyscallException | RuntimeException e) {
      fd.close();
      throw e;
    }
  }
}

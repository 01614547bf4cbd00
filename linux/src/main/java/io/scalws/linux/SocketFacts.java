package io.scalws.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;

/**
 * What the kernel says of a socket, to check a descriptor that someone sent.
 *
 * @param type TCP or UDP
 * @param local the address that it is bound to
 * @param listening whether it accepts connections; false for UDP
 * @param inode the same for every duplicate
 */
public record SocketFacts(Type type, InetSocketAddress local, boolean listening, long inode) {
  private static final int SOCK_STREAM = 1;
  private static final int SOCK_DGRAM = 2;

  /** Transport of an IP socket. */
  public enum Type {
    TCP,
    UDP
  }

  /**
   * Fails with {@code ENOTSOCK} for what is no socket, {@code EPROTOTYPE} for no TCP or UDP one.
   */
  public static SocketFacts of(int fd) throws SyscallException {
    int domain = SocketOption.SO_DOMAIN.get(fd);
    int type = SocketOption.SO_TYPE.get(fd);
    boolean ip = domain == SocketAddresses.AF_INET || domain == SocketAddresses.AF_INET6;
    if (!ip || (type != SOCK_STREAM && type != SOCK_DGRAM)) {
      throw new SyscallException(
          "getsockopt", "fd " + fd + " is no TCP or UDP socket", Errno.EPROTOTYPE);
    }
    return new SocketFacts(
        type == SOCK_STREAM ? Type.TCP : Type.UDP,
        localAddress(fd),
        SocketOption.SO_ACCEPTCONN.get(fd) != 0,
        Fd.inodeOf(fd));
  }

  /** The address and port that an IP socket is bound to. */
  public static InetSocketAddress localAddress(int fd) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment address = arena.allocate(128, 8);
      MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_INT, 128);
      Libc.checked(SystemCall.GETSOCKNAME, "fd " + fd, fd, address.address(), length.address());
      return SocketAddresses.read(address, 0);
    }
  }
}

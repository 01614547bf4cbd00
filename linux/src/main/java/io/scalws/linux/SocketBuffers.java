package io.scalws.linux;

/**
 * The kernel's buffers of a socket.
 *
 * @param receive octets, as the kernel counts: twice what was asked for, overhead included
 * @param send octets, as the kernel counts
 */
public record SocketBuffers(int receive, int send) {

  /**
   * Asks for room for {@code receive} and {@code send} octets: by force, which needs CAP_NET_ADMIN,
   * else up to net.core.rmem_max and wmem_max. Never fails for want of room; compare what it got.
   *
   * @param receive octets of payload; 0 leaves it alone
   * @param send octets of payload; 0 leaves it alone
   */
  public static SocketBuffers enlarge(int fd, int receive, int send) throws SyscallException {
    enlarge(fd, receive, SocketOption.SO_RCVBUFFORCE, SocketOption.SO_RCVBUF);
    enlarge(fd, send, SocketOption.SO_SNDBUFFORCE, SocketOption.SO_SNDBUF);
    return of(fd);
  }

  /** As {@link #enlarge(int, int, int)}. */
  public static SocketBuffers enlarge(Fd fd, int receive, int send) throws SyscallException {
    return enlarge(fd.number(), receive, send);
  }

  private static void enlarge(int fd, int octets, SocketOption force, SocketOption ask)
      throws SyscallException {
    if (octets > 0 && force.trySet(fd, octets) < 0) {
      ask.set(fd, octets);
    }
  }

  public static SocketBuffers of(int fd) throws SyscallException {
    return new SocketBuffers(SocketOption.SO_RCVBUF.get(fd), SocketOption.SO_SNDBUF.get(fd));
  }
}

package io.scalws.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Whole messages of a connected SEQPACKET socket, for cold paths; never waits. */
public final class Messages {
  private static final int MSG_DONTWAIT = 0x40;
  private static final int MSG_TRUNC = 0x20;
  private static final int MSG_NOSIGNAL = 0x4000;
  private static final int AF_UNIX = 1;
  private static final int SOCK_SEQPACKET_CLOEXEC = 5 | 0x80000;

  private Messages() {}

  /**
   * Receives one message.
   *
   * @return its length, or negative errno: {@code EAGAIN} when none is there, {@code EMSGSIZE} when
   *     it did not fit (it is gone). 0: the other end is gone
   */
  public static int receive(int fd, byte[] into) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(Math.max(1, into.length));
      int length =
          (int)
              Libc.call(
                  SystemCall.RECVFROM,
                  fd,
                  buffer.address(),
                  into.length,
                  MSG_DONTWAIT | MSG_TRUNC,
                  0,
                  0);
      if (length > into.length) {
        return -Errno.EMSGSIZE.number();
      }
      if (length > 0) {
        MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, 0, into, 0, length);
      }
      return length;
    }
  }

  /** Sends one message; returns its length, or negative errno. */
  public static int send(int fd, byte[] message) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocateFrom(ValueLayout.JAVA_BYTE, message);
      return (int)
          Libc.call(
              SystemCall.SENDTO,
              fd,
              buffer.address(),
              message.length,
              MSG_DONTWAIT | MSG_NOSIGNAL,
              0,
              0);
    }
  }

  /** Both ends of a connected pair of SEQPACKET sockets. */
  public static Fd[] pair() throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment ends = arena.allocate(8, 8);
      Libc.checked(
          SystemCall.SOCKETPAIR,
          "unix seqpacket",
          AF_UNIX,
          SOCK_SEQPACKET_CLOEXEC,
          0,
          ends.address());
      return new Fd[] {
        Fd.own(ends.get(ValueLayout.JAVA_INT, 0)), Fd.own(ends.get(ValueLayout.JAVA_INT, 4))
      };
    }
  }
}

package io.scalws.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The socket options in use (socket(7), ip(7), ipv6(7), udp(7), tcp(7); asm-generic/socket.h). */
enum SocketOption {
  SO_REUSEADDR(1, 2, "any Linux"),
  SO_TYPE(1, 3, "any Linux"),
  SO_SNDBUF(1, 7, "any Linux"),
  SO_RCVBUF(1, 8, "any Linux"),
  SO_REUSEPORT(1, 15, "Linux 3.9"),
  SO_PEERCRED(1, 17, "any Linux"),
  SO_ACCEPTCONN(1, 30, "any Linux"),
  SO_SNDBUFFORCE(1, 32, "any Linux"),
  SO_RCVBUFFORCE(1, 33, "any Linux"),
  SO_PROTOCOL(1, 38, "any Linux"),
  SO_DOMAIN(1, 39, "any Linux"),
  SO_LOCK_FILTER(1, 44, "Linux 3.9"),
  SO_ATTACH_REUSEPORT_CBPF(1, 51, "Linux 4.5"),
  SO_MEMINFO(1, 55, "Linux 4.12"),
  SO_DETACH_REUSEPORT_BPF(1, 68, "Linux 5.3"),
  SO_PEERPIDFD(1, 77, "Linux 6.5"),
  IP_PKTINFO(0, 8, "any Linux"),
  IP_RECVTOS(0, 13, "any Linux"),
  IPV6_V6ONLY(41, 26, "any Linux"),
  IPV6_RECVPKTINFO(41, 49, "any Linux"),
  IPV6_RECVTCLASS(41, 66, "any Linux"),
  TCP_INFO(6, 11, "any Linux"),
  UDP_SEGMENT(17, 103, "Linux 4.18"),
  UDP_GRO(17, 104, "Linux 5.0");

  private final int level;
  private final int number;
  private final String need;

  SocketOption(int level, int number, String need) {
    this.level = level;
    this.number = number;
    this.need = need;
  }

  int level() {
    return level;
  }

  int number() {
    return number;
  }

  void set(int fd, int value) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      set(fd, arena.allocateFrom(ValueLayout.JAVA_INT, value));
    }
  }

  void set(int fd, MemorySegment value) throws SyscallException {
    long result = trySet(fd, value);
    if (result < 0) {
      throw failure("setsockopt", fd, result);
    }
  }

  /** Negative errno on failure. */
  long trySet(int fd, int value) {
    try (Arena arena = Arena.ofConfined()) {
      return trySet(fd, arena.allocateFrom(ValueLayout.JAVA_INT, value));
    }
  }

  private long trySet(int fd, MemorySegment value) {
    return Libc.call(SystemCall.SETSOCKOPT, fd, level, number, value.address(), value.byteSize());
  }

  int get(int fd) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = arena.allocate(ValueLayout.JAVA_INT);
      get(fd, value);
      return value.get(ValueLayout.JAVA_INT, 0);
    }
  }

  /** Fills as much of {@code value} as the kernel has. */
  void get(int fd, MemorySegment value) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_INT, (int) value.byteSize());
      long result =
          Libc.call(SystemCall.GETSOCKOPT, fd, level, number, value.address(), length.address());
      if (result < 0) {
        throw failure("getsockopt", fd, result);
      }
    }
  }

  private SyscallException failure(String call, int fd, long result) {
    return new SyscallException(call, name() + " on fd " + fd, Errno.of((int) -result))
        .needing(need + " or later");
  }
}

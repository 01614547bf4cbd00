package io.scalws.linux;

import java.util.Locale;

/** The system calls in use, with their numbers (arch/x86/entry/syscalls, asm-generic/unistd.h). */
enum SystemCall {
  BIND(49, 200),
  CLOSE(3, 57),
  EPOLL_CREATE1(291, 20),
  EPOLL_CTL(233, 21),
  EPOLL_PWAIT(281, 22),
  EVENTFD2(290, 19),
  FCNTL(72, 25),
  FLOCK(73, 32),
  FSTAT(5, 80),
  GETSOCKNAME(51, 204),
  GETSOCKOPT(55, 209),
  LISTEN(50, 201),
  MEMFD_CREATE(319, 279),
  OPENAT(257, 56),
  OPENAT2(437, 437),
  PIDFD_OPEN(434, 434),
  PIDFD_SEND_SIGNAL(424, 424),
  PPOLL(271, 73),
  PREAD64(17, 67),
  PWRITE64(18, 68),
  READ(0, 63),
  RECVFROM(45, 207),
  RECVMMSG(299, 243),
  SENDMMSG(307, 269),
  SENDMSG(46, 211),
  SENDTO(44, 206),
  SETSOCKOPT(54, 208),
  SHUTDOWN(48, 210),
  SOCKET(41, 198),
  SOCKETPAIR(53, 199),
  WRITE(1, 64);

  /** x86_64 keeps some structures packed for its 32-bit past. */
  static final boolean X86_64 = isX86();

  private final int number;

  SystemCall(int x86, int arm64) {
    number = isX86() ? x86 : arm64;
  }

  private static boolean isX86() {
    String arch = System.getProperty("os.arch");
    return switch (arch) {
      case "amd64", "x86_64" -> true;
      case "aarch64" -> false;
      default ->
          throw new UnsupportedOperationException(
              "scalws runs on Linux x86_64 and aarch64, not on " + arch);
    };
  }

  int number() {
    return number;
  }

  /** The name that manual pages use. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}

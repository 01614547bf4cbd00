package io.scalws.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A file in memory that is sealed before it is given away, so that its receiver can rely on its
 * contents (memfd_create(2)).
 */
public final class Memfd {
  private static final int MFD_CLOEXEC = 1;
  private static final int MFD_ALLOW_SEALING = 2;
  private static final int F_ADD_SEALS = 1033;
  private static final int F_GET_SEALS = 1034;
  // F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE.
  private static final int ALL_SEALS = 0xf;
  // struct stat, alike on x86_64 and aarch64.
  private static final long STAT_LENGTH = 144;
  private static final long STAT_SIZE = 48;

  private Memfd() {}

  /**
   * A sealed file with these contents.
   *
   * @param name for humans, in /proc/PID/fd
   */
  public static Fd sealed(String name, byte[] contents) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocateFrom(name);
      Fd fd =
          Fd.own(
              (int)
                  Libc.checked(
                      SystemCall.MEMFD_CREATE,
                      name,
                      text.address(),
                      MFD_CLOEXEC | MFD_ALLOW_SEALING));
      return IpSocket.closingOnFailure(
          fd,
          () -> {
            MemorySegment copy = arena.allocate(Math.max(1, contents.length));
            MemorySegment.copy(contents, 0, copy, ValueLayout.JAVA_BYTE, 0, contents.length);
            long written = 0;
            while (written < contents.length) {
              written +=
                  Libc.checked(
                      SystemCall.PWRITE64,
                      name,
                      fd.number(),
                      copy.address() + written,
                      contents.length - written,
                      written);
            }
            Libc.checked(SystemCall.FCNTL, "seal " + name, fd.number(), F_ADD_SEALS, ALL_SEALS);
          });
    }
  }

  /**
   * The contents of a sealed file that someone sent, from its beginning whatever its position.
   *
   * @param limit in octets; a larger file fails with {@code EFBIG}, one that its sender could still
   *     change with {@code EPERM}
   */
  public static byte[] read(Fd fd, int limit) throws SyscallException {
    int number = fd.number();
    long seals = Libc.checked(SystemCall.FCNTL, "seals of " + fd, number, F_GET_SEALS, 0);
    if (seals != ALL_SEALS) {
      throw new SyscallException("fcntl", fd + " is not sealed", Errno.EPERM);
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment stat = arena.allocate(STAT_LENGTH, 8);
      Libc.checked(SystemCall.FSTAT, fd.toString(), number, stat.address());
      long size = stat.get(ValueLayout.JAVA_LONG, STAT_SIZE);
      if (size > limit) {
        throw new SyscallException(
            "fstat", fd + " has " + size + " octets, not " + limit + " at most", Errno.EFBIG);
      }
      MemorySegment contents = arena.allocate(Math.max(1, size));
      long got = 0;
      while (got < size) {
        long more =
            Libc.checked(
                SystemCall.PREAD64,
                fd.toString(),
                number,
                contents.address() + got,
                size - got,
                got);
        if (more == 0) {
          throw new SyscallException("pread64", fd + " ends early", Errno.EIO);
        }
        got += more;
      }
      return contents.asSlice(0, size).toArray(ValueLayout.JAVA_BYTE);
    }
  }
}

package io.scalws.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;

/**
 * An exclusive lock on a file between processes (flock(2)); the kernel lets go of it when its
 * holder dies. The file stays: removing it would let two hold locks on two files of one name. One
 * owner, who closes it.
 */
public final class FileLock implements AutoCloseable {
  private static final int AT_FDCWD = -100;
  private static final int O_RDWR = 2;
  private static final int O_CREAT = 0x40;
  private static final int O_CLOEXEC = 0x80000;
  private static final int OWNER_ONLY = 0600;
  private static final int LOCK_EX = 2;
  private static final int LOCK_NB = 4;

  private final Fd fd;

  private FileLock(Fd fd) {
    this.fd = fd;
  }

  /** Waits until nobody else holds the lock; blocks the thread. */
  public static FileLock acquire(Path file) throws SyscallException {
    Fd fd = open(file);
    return new FileLock(
        IpSocket.closingOnFailure(
            fd, () -> Libc.checked(SystemCall.FLOCK, file.toString(), fd.number(), LOCK_EX)));
  }

  /** Empty if someone else holds the lock. */
  public static Optional<FileLock> tryAcquire(Path file) throws SyscallException {
    Fd fd = open(file);
    long result = Libc.call(SystemCall.FLOCK, fd.number(), LOCK_EX | LOCK_NB);
    if (result == -Errno.EAGAIN.number()) {
      fd.close();
      return Optional.empty();
    }
    return Optional.of(
        new FileLock(
            IpSocket.closingOnFailure(
                fd, () -> Libc.check(result, SystemCall.FLOCK, file.toString()))));
  }

  private static Fd open(Path file) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment path = arena.allocateFrom(file.toString());
      return Fd.own(
          (int)
              Libc.checked(
                  SystemCall.OPENAT,
                  file.toString(),
                  AT_FDCWD,
                  path.address(),
                  O_RDWR | O_CREAT | O_CLOEXEC,
                  OWNER_ONLY));
    }
  }

  /** Lets go of the lock. */
  @Override
  public void close() {
    fd.close();
  }
}

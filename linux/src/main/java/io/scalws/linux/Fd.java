package io.scalws.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A file descriptor with one owner, who closes it once or releases it to give it away. Using one
 * after that fails, so a number that the kernel has given to someone else is never touched.
 */
public final class Fd implements AutoCloseable {
  private static final int GONE = -1;
  private static final int F_DUPFD_CLOEXEC = 1030;
  private static final int F_GETFL = 3;
  private static final int F_SETFL = 4;
  private static final int O_NONBLOCK = 0x800;
  // struct stat begins alike on x86_64 and aarch64.
  private static final long STAT_LENGTH = 144;
  private static final long STAT_INODE = 8;

  private final AtomicInteger number;

  private Fd(int number) {
    this.number = new AtomicInteger(number);
  }

  /** Takes ownership of a descriptor that is open. */
  public static Fd own(int number) {
    if (number < 0) {
      throw new IllegalArgumentException("a file descriptor is 0 or more, not " + number);
    }
    return new Fd(number);
  }

  /** The number, which stays ours. */
  public int number() {
    int open = number.get();
    if (open == GONE) {
      throw new IllegalStateException("the file descriptor is closed or was given away");
    }
    return open;
  }

  /** Gives the descriptor away: the caller has to close the number. */
  public int release() {
    int open = number();
    if (!number.compareAndSet(open, GONE)) {
      throw new IllegalStateException("the file descriptor is closed or was given away");
    }
    return open;
  }

  public boolean isOpen() {
    return number.get() != GONE;
  }

  /** Another descriptor of the same open file, with its own owner. */
  public Fd duplicate() throws SyscallException {
    return duplicateOf(number());
  }

  /** A duplicate of a descriptor that someone else owns. */
  public static Fd duplicateOf(int fd) throws SyscallException {
    return own((int) Libc.checked(SystemCall.FCNTL, "duplicate fd " + fd, fd, F_DUPFD_CLOEXEC, 0));
  }

  /**
   * The inode of the open file or socket; it is the same in every process that holds a duplicate.
   */
  public static long inodeOf(int fd) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment stat = arena.allocate(STAT_LENGTH, 8);
      Libc.checked(SystemCall.FSTAT, "fd " + fd, fd, stat.address());
      return stat.get(ValueLayout.JAVA_LONG, STAT_INODE);
    }
  }

  public long inode() throws SyscallException {
    return inodeOf(number());
  }

  /** Makes calls on it wait for nothing. Shared with every duplicate. */
  public static void setNonBlocking(int fd) throws SyscallException {
    long flags = Libc.checked(SystemCall.FCNTL, "flags of fd " + fd, fd, F_GETFL, 0);
    Libc.checked(SystemCall.FCNTL, "O_NONBLOCK on fd " + fd, fd, F_SETFL, flags | O_NONBLOCK);
  }

  /** Closes the descriptor unless that was done or it was given away. */
  @Override
  public void close() {
    int open = number.getAndSet(GONE);
    if (open != GONE) {
      // close(2): the number is free whatever the result, so there is nothing to do about an error.
      Libc.call(SystemCall.CLOSE, open);
    }
  }

  @Override
  public String toString() {
    int open = number.get();
    return open == GONE ? "fd (gone)" : "fd " + open;
  }
}

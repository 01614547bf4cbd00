package io.scalws.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Wakes a thread that waits in a {@link Poller} from another one (eventfd(2)). Any thread may
 * signal; the waiting thread resets and closes it.
 */
public final class Wakeup implements AutoCloseable {
  private static final int EFD_NONBLOCK_CLOEXEC = 0x80800;

  private final Fd fd;

  private Wakeup(Fd fd) {
    this.fd = fd;
  }

  public static Wakeup open() throws SyscallException {
    return new Wakeup(
        Fd.own((int) Libc.checked(SystemCall.EVENTFD2, "eventfd", 0, EFD_NONBLOCK_CLOEXEC)));
  }

  public Fd fd() {
    return fd;
  }

  /** Makes it readable; repeated signals are one. */
  public void signal() throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment one = arena.allocateFrom(ValueLayout.JAVA_LONG, 1);
      Libc.checked(SystemCall.WRITE, "eventfd", fd.number(), one.address(), 8);
    }
  }

  /** Makes it unreadable until the next signal. */
  public void reset() throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment count = arena.allocate(8, 8);
      long result = Libc.call(SystemCall.READ, fd.number(), count.address(), 8);
      if (result != -Errno.EAGAIN.number()) {
        Libc.check(result, SystemCall.READ, "eventfd");
      }
    }
  }

  @Override
  public void close() {
    fd.close();
  }
}

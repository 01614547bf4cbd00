package io.scalws.linux;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A process, named without the danger that its pid is used again (pidfd_open(2), Linux 5.3). It
 * becomes readable, for a {@link Poller}, when the process ends. One owner, who closes it.
 */
public final class Pidfd implements AutoCloseable {
  private static final short POLLIN = 1;

  private final Fd fd;

  private Pidfd(Fd fd) {
    this.fd = fd;
  }

  /** Fails with {@code ESRCH} if no process has the pid. */
  public static Pidfd open(int pid) throws SyscallException {
    try {
      return new Pidfd(Fd.own((int) Libc.checked(SystemCall.PIDFD_OPEN, "process " + pid, pid, 0)));
    } catch (SyscallException e) {
      throw e.needing("Linux 5.3 or later");
    }
  }

  /** The process at the other end of a connected Unix socket when it connected (Linux 6.5). */
  public static Pidfd ofPeer(int socket) throws SyscallException {
    return new Pidfd(Fd.own(SocketOption.SO_PEERPIDFD.get(socket)));
  }

  public Fd fd() {
    return fd;
  }

  /** The pid in our namespace; 0 if it is in none that we see, -1 once it has been reaped. */
  public int pid() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/fdinfo/" + fd.number()))) {
      if (line.startsWith("Pid:")) {
        return Integer.parseInt(line.substring(4).strip());
      }
    }
    throw new IOException("/proc/self/fdinfo/" + fd.number() + " tells no pid; is it a pidfd?");
  }

  public boolean hasExited() throws SyscallException {
    return awaitExit(Duration.ZERO);
  }

  /** Whether the process ended within the time; blocks the thread. */
  public boolean awaitExit(Duration time) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      // struct pollfd {int fd, short events, short revents}.
      MemorySegment poll = arena.allocate(8, 8);
      poll.set(ValueLayout.JAVA_INT, 0, fd.number());
      poll.set(ValueLayout.JAVA_SHORT, 4, POLLIN);
      MemorySegment timeout = arena.allocate(16, 8);
      timeout.set(ValueLayout.JAVA_LONG, 0, time.toSeconds());
      timeout.set(ValueLayout.JAVA_LONG, 8, time.toNanosPart());
      return Libc.checked(
              SystemCall.PPOLL, "pidfd " + fd, poll.address(), 1, timeout.address(), 0, 8)
          > 0;
    }
  }

  /**
   * Sends a signal (signal(7)).
   *
   * @return false if the process had already ended
   */
  public boolean signal(int signal) throws SyscallException {
    long result = Libc.call(SystemCall.PIDFD_SEND_SIGNAL, fd.number(), signal, 0, 0);
    if (result == -Errno.ESRCH.number()) {
      return false;
    }
    Libc.check(result, SystemCall.PIDFD_SEND_SIGNAL, "signal " + signal);
    return true;
  }

  @Override
  public void close() {
    fd.close();
  }
}

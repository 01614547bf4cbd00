package io.scalws.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Waits for many descriptors (epoll(7), level-triggered). Each is watched under a key that its
 * owner chooses. Waiting allocates nothing. One owner thread.
 */
public final class Poller implements AutoCloseable {
  private static final int EPOLL_CLOEXEC = 0x80000;
  private static final int EPOLL_CTL_ADD = 1;
  private static final int EPOLL_CTL_DEL = 2;
  private static final int EPOLLIN = 0x1;
  private static final int EPOLLERR = 0x8;
  private static final int EPOLLHUP = 0x10;
  private static final int EPOLLRDHUP = 0x2000;

  // struct epoll_event {u32 events, u64 data}: packed on x86_64 only.
  private static final int EVENT_LENGTH = SystemCall.X86_64 ? 12 : 16;
  private static final int EVENT_DATA = SystemCall.X86_64 ? 4 : 8;

  private final Fd fd;
  private final Arena arena;
  private final MemorySegment state;
  private final MemorySegment events;
  private final int capacity;
  private int ready;

  private Poller(Fd fd, int capacity) {
    this.fd = fd;
    this.capacity = capacity;
    arena = Arena.ofShared();
    state = Libc.newCallState(arena);
    events = arena.allocate((long) capacity * EVENT_LENGTH, 8);
  }

  /**
   * @param capacity how many descriptors one {@link #await} tells of at most; others follow
   */
  public static Poller open(int capacity) throws SyscallException {
    return new Poller(
        Fd.own((int) Libc.checked(SystemCall.EPOLL_CREATE1, "epoll", EPOLL_CLOEXEC)), capacity);
  }

  /** Watches for something to read, and for the other end going away. */
  public void watch(int watched, long key) throws SyscallException {
    try (Arena temporary = Arena.ofConfined()) {
      MemorySegment event = temporary.allocate(16, 8);
      event.set(ValueLayout.JAVA_INT, 0, EPOLLIN | EPOLLRDHUP);
      event.set(ValueLayout.JAVA_LONG_UNALIGNED, EVENT_DATA, key);
      Libc.checked(
          SystemCall.EPOLL_CTL,
          "watch fd " + watched,
          fd.number(),
          EPOLL_CTL_ADD,
          watched,
          event.address());
    }
  }

  /** Must come before the descriptor is closed, or a duplicate elsewhere keeps it watched. */
  public void forget(int watched) throws SyscallException {
    Libc.checked(
        SystemCall.EPOLL_CTL, "forget fd " + watched, fd.number(), EPOLL_CTL_DEL, watched, 0);
  }

  /**
   * Waits until something is ready.
   *
   * @param timeoutMillis 0 asks without waiting, -1 waits for ever
   * @return how many descriptors are ready; 0 after the time or a signal
   */
  public int await(int timeoutMillis) throws SyscallException {
    long result =
        Libc.call(
            state,
            SystemCall.EPOLL_PWAIT,
            fd.number(),
            events.address(),
            capacity,
            timeoutMillis,
            0,
            8);
    ready = result == -Errno.EINTR.number() ? 0 : (int) result;
    if (ready < 0) {
      Libc.check(result, SystemCall.EPOLL_PWAIT, "epoll");
    }
    return ready;
  }

  /** The key of the {@code index}th ready descriptor. */
  public long key(int index) {
    return events.get(ValueLayout.JAVA_LONG_UNALIGNED, at(index) + EVENT_DATA);
  }

  /** Whether the {@code index}th ready descriptor has something to read. */
  public boolean isReadable(int index) {
    return (events.get(ValueLayout.JAVA_INT, at(index)) & EPOLLIN) != 0;
  }

  /** Whether the other end of the {@code index}th ready descriptor is gone, or it has an error. */
  public boolean isHungUp(int index) {
    return (events.get(ValueLayout.JAVA_INT, at(index)) & (EPOLLERR | EPOLLHUP | EPOLLRDHUP)) != 0;
  }

  private long at(int index) {
    if (index < 0 || index >= ready) {
      throw new IndexOutOfBoundsException(index);
    }
    return (long) index * EVENT_LENGTH;
  }

  @Override
  public void close() {
    fd.close();
    arena.close();
  }
}

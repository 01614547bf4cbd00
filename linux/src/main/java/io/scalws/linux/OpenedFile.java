package io.scalws.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/** An open file with what the kernel said of it when it was opened. Closed by its one owner. */
public final class OpenedFile implements AutoCloseable {
  /** What kind of file it is. */
  public enum Kind {
    REGULAR,
    DIRECTORY,
    /** A pipe, socket or device. */
    SPECIAL
  }

  // struct stat: size and times lie alike on x86_64 and aarch64, the mode does not.
  private static final long STAT_LENGTH = 144;
  private static final long STAT_MODE = SystemCall.X86_64 ? 24 : 16;
  private static final long STAT_SIZE = 48;
  private static final long STAT_MTIME_SECONDS = 88;
  private static final long STAT_MTIME_NANOS = 96;
  private static final int S_IFMT = 0xf000;
  private static final int S_IFREG = 0x8000;
  private static final int S_IFDIR = 0x4000;

  private final Fd fd;
  private final String subject;
  private final Kind kind;
  private final long size;
  private final long modifiedSeconds;
  private final long modifiedNanos;

  private OpenedFile(Fd fd, String subject, MemorySegment stat) {
    this.fd = fd;
    this.subject = subject;
    kind =
        switch (stat.get(ValueLayout.JAVA_INT, STAT_MODE) & S_IFMT) {
          case S_IFREG -> Kind.REGULAR;
          case S_IFDIR -> Kind.DIRECTORY;
          default -> Kind.SPECIAL;
        };
    size = stat.get(ValueLayout.JAVA_LONG, STAT_SIZE);
    modifiedSeconds = stat.get(ValueLayout.JAVA_LONG, STAT_MTIME_SECONDS);
    modifiedNanos = stat.get(ValueLayout.JAVA_LONG, STAT_MTIME_NANOS);
  }

  /** Takes ownership of the descriptor, also when it fails. */
  static OpenedFile of(Fd fd, String subject) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment stat = arena.allocate(STAT_LENGTH, 8);
      Libc.checked(SystemCall.FSTAT, subject, fd.number(), stat.address());
      return new OpenedFile(fd, subject, stat);
    } catch (SyscallException e) {
      fd.close();
      throw e;
    }
  }

  public Kind kind() {
    return kind;
  }

  /** Octets when it was opened. */
  public long size() {
    return size;
  }

  /** Seconds since 1970 of the last change. */
  public long modifiedSeconds() {
    return modifiedSeconds;
  }

  /** The nanoseconds that belong to {@link #modifiedSeconds}. */
  public long modifiedNanos() {
    return modifiedNanos;
  }

  /**
   * Reads into the remaining space of a direct buffer and advances its position.
   *
   * @return octets read; 0 at the end of the file
   */
  public int read(ByteBuffer direct, long offset) throws SyscallException {
    MemorySegment space = MemorySegment.ofBuffer(direct);
    if (!space.isNative()) {
      throw new IllegalArgumentException("the kernel reads into direct buffers only");
    }
    int got =
        (int)
            Libc.checked(
                SystemCall.PREAD64,
                subject,
                fd.number(),
                space.address(),
                space.byteSize(),
                offset);
    direct.position(direct.position() + got);
    return got;
  }

  @Override
  public void close() {
    fd.close();
  }
}

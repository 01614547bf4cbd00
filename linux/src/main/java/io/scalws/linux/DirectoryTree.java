package io.scalws.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Opens files below a directory and nothing outside of it: the kernel itself resolves the path
 * ({@code RESOLVE_BENEATH} of openat2(2), Linux 5.6), so neither {@code ..} nor a symbolic link nor
 * a race with a rename leads out. Links that stay inside, as in a mounted ConfigMap, are followed.
 */
public final class DirectoryTree {
  private static final int AT_FDCWD = -100;
  private static final int O_NONBLOCK = 0x800;
  private static final int O_CLOEXEC = 0x80000;
  private static final int O_PATH = 0x200000;
  private static final int O_DIRECTORY = SystemCall.X86_64 ? 0x10000 : 0x4000;
  // struct open_how: flags, mode, resolve.
  private static final long OPEN_HOW_LENGTH = 24;
  private static final long OPEN_HOW_RESOLVE = 16;
  private static final long RESOLVE_NO_MAGICLINKS = 0x02;
  private static final long RESOLVE_BENEATH = 0x08;
  // With RESOLVE_BENEATH the kernel gives up when something was renamed meanwhile.
  private static final int ATTEMPTS = 8;

  private final String root;

  /**
   * @param root path of the directory; looked up anew for each file, so that it may be replaced
   */
  public DirectoryTree(String root) {
    this.root = root;
  }

  /**
   * Opens a file or directory for reading.
   *
   * @param path relative to the root; empty for the root itself
   * @throws SyscallException {@code EXDEV} if the path leads out, {@code ENOENT}, {@code EACCES},
   *     and so on
   */
  public OpenedFile open(String path) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      String subject = root + "/" + path;
      MemorySegment rootText = arena.allocateFrom(root);
      int flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
      long rootFd = Libc.checked(SystemCall.OPENAT, root, AT_FDCWD, rootText.address(), flags, 0);
      try (Fd directory = Fd.own((int) rootFd)) {
        MemorySegment pathText = arena.allocateFrom(path.isEmpty() ? "." : path);
        MemorySegment how = arena.allocate(OPEN_HOW_LENGTH, 8);
        // Not blocking: opening a named pipe would wait for its writer.
        how.set(ValueLayout.JAVA_LONG, 0, O_NONBLOCK | O_CLOEXEC);
        how.set(ValueLayout.JAVA_LONG, OPEN_HOW_RESOLVE, RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS);
        long fd = -Errno.EAGAIN.number();
        for (int i = 0; i < ATTEMPTS && fd == -Errno.EAGAIN.number(); i++) {
          fd =
              Libc.call(
                  SystemCall.OPENAT2,
                  directory.number(),
                  pathText.address(),
                  how.address(),
                  OPEN_HOW_LENGTH);
        }
        Libc.check(fd, SystemCall.OPENAT2, subject);
        return OpenedFile.of(Fd.own((int) fd), subject);
      }
    }
  }
}

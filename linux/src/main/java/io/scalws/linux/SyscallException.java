package io.scalws.linux;

import java.io.IOException;

/**
 * The kernel refused: {@code bind(udp [::]:443): EADDRINUSE (address already in use)}. A call that
 * this kernel does not have says which kernel has it.
 */
public final class SyscallException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Errno errno;

  SyscallException(String call, String subject, Errno errno) {
    super(text(call, subject, errno));
    this.errno = errno;
  }

  private SyscallException(String message, Errno errno) {
    super(message);
    this.errno = errno;
  }

  private static String text(String call, String subject, Errno errno) {
    return call + "(" + subject + "): " + errno + " (" + errno.text() + ")";
  }

  /** If the kernel does not know what was asked, the same failure with what it takes. */
  SyscallException needing(String need) {
    boolean unknown =
        errno.equals(Errno.ENOSYS)
            || errno.equals(Errno.ENOPROTOOPT)
            || errno.equals(Errno.EOPNOTSUPP);
    return unknown ? new SyscallException(getMessage() + "; it needs " + need, errno) : this;
  }

  public Errno errno() {
    return errno;
  }
}

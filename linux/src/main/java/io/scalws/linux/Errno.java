package io.scalws.linux;

import java.util.Map;

/**
 * An error number of the kernel (errno(3)); the same on x86_64 and aarch64.
 *
 * @param number positive
 */
public record Errno(int number) {
  public static final Errno EPERM = new Errno(1);
  public static final Errno ENOENT = new Errno(2);
  public static final Errno ESRCH = new Errno(3);
  public static final Errno EINTR = new Errno(4);
  public static final Errno EIO = new Errno(5);
  public static final Errno ENXIO = new Errno(6);
  public static final Errno EBADF = new Errno(9);
  public static final Errno ECHILD = new Errno(10);
  public static final Errno EAGAIN = new Errno(11);
  public static final Errno ENOMEM = new Errno(12);
  public static final Errno EACCES = new Errno(13);
  public static final Errno EFAULT = new Errno(14);
  public static final Errno EBUSY = new Errno(16);
  public static final Errno EEXIST = new Errno(17);
  public static final Errno EXDEV = new Errno(18);
  public static final Errno ENODEV = new Errno(19);
  public static final Errno ENOTDIR = new Errno(20);
  public static final Errno EISDIR = new Errno(21);
  public static final Errno EINVAL = new Errno(22);
  public static final Errno ENFILE = new Errno(23);
  public static final Errno EMFILE = new Errno(24);
  public static final Errno ETXTBSY = new Errno(26);
  public static final Errno EFBIG = new Errno(27);
  public static final Errno ENOSPC = new Errno(28);
  public static final Errno ESPIPE = new Errno(29);
  public static final Errno EROFS = new Errno(30);
  public static final Errno EPIPE = new Errno(32);
  public static final Errno ENAMETOOLONG = new Errno(36);
  public static final Errno ENOSYS = new Errno(38);
  public static final Errno ELOOP = new Errno(40);
  public static final Errno ENOTSOCK = new Errno(88);
  public static final Errno EDESTADDRREQ = new Errno(89);
  public static final Errno EMSGSIZE = new Errno(90);
  public static final Errno EPROTOTYPE = new Errno(91);
  public static final Errno ENOPROTOOPT = new Errno(92);
  public static final Errno EPROTONOSUPPORT = new Errno(93);
  public static final Errno EOPNOTSUPP = new Errno(95);
  public static final Errno EAFNOSUPPORT = new Errno(97);
  public static final Errno EADDRINUSE = new Errno(98);
  public static final Errno EADDRNOTAVAIL = new Errno(99);
  public static final Errno ENETDOWN = new Errno(100);
  public static final Errno ENETUNREACH = new Errno(101);
  public static final Errno ECONNABORTED = new Errno(103);
  public static final Errno ECONNRESET = new Errno(104);
  public static final Errno ENOBUFS = new Errno(105);
  public static final Errno EISCONN = new Errno(106);
  public static final Errno ENOTCONN = new Errno(107);
  public static final Errno ETOOMANYREFS = new Errno(109);
  public static final Errno ETIMEDOUT = new Errno(110);
  public static final Errno ECONNREFUSED = new Errno(111);
  public static final Errno EHOSTDOWN = new Errno(112);
  public static final Errno EHOSTUNREACH = new Errno(113);
  public static final Errno EALREADY = new Errno(114);
  public static final Errno EINPROGRESS = new Errno(115);
  public static final Errno EOVERFLOW = new Errno(75);

  private record Entry(String name, String text) {}

  private static final Map<Integer, Entry> KNOWN =
      Map.ofEntries(
          entry(EPERM, "EPERM", "operation not permitted"),
          entry(ENOENT, "ENOENT", "no such file or directory"),
          entry(ESRCH, "ESRCH", "no such process"),
          entry(EINTR, "EINTR", "interrupted system call"),
          entry(EIO, "EIO", "I/O error"),
          entry(ENXIO, "ENXIO", "no such device or address"),
          entry(EBADF, "EBADF", "bad file descriptor"),
          entry(ECHILD, "ECHILD", "no child processes"),
          entry(EXDEV, "EXDEV", "path leads out of its directory or file system"),
          entry(EAGAIN, "EAGAIN", "resource temporarily unavailable"),
          entry(ENOMEM, "ENOMEM", "cannot allocate memory"),
          entry(EACCES, "EACCES", "permission denied"),
          entry(EFAULT, "EFAULT", "bad address"),
          entry(EBUSY, "EBUSY", "device or resource busy"),
          entry(EEXIST, "EEXIST", "file exists"),
          entry(ENODEV, "ENODEV", "no such device"),
          entry(ENOTDIR, "ENOTDIR", "not a directory"),
          entry(EISDIR, "EISDIR", "is a directory"),
          entry(EINVAL, "EINVAL", "invalid argument"),
          entry(ENFILE, "ENFILE", "too many open files in system"),
          entry(EMFILE, "EMFILE", "too many open files"),
          entry(ETXTBSY, "ETXTBSY", "text file busy"),
          entry(EFBIG, "EFBIG", "file too large"),
          entry(ENOSPC, "ENOSPC", "no space left on device"),
          entry(ESPIPE, "ESPIPE", "illegal seek"),
          entry(EROFS, "EROFS", "read-only file system"),
          entry(EPIPE, "EPIPE", "broken pipe"),
          entry(ENAMETOOLONG, "ENAMETOOLONG", "file name too long"),
          entry(ENOSYS, "ENOSYS", "function not implemented"),
          entry(ELOOP, "ELOOP", "too many levels of symbolic links"),
          entry(ENOTSOCK, "ENOTSOCK", "socket operation on non-socket"),
          entry(EDESTADDRREQ, "EDESTADDRREQ", "destination address required"),
          entry(EMSGSIZE, "EMSGSIZE", "message too long"),
          entry(EPROTOTYPE, "EPROTOTYPE", "protocol wrong type for socket"),
          entry(ENOPROTOOPT, "ENOPROTOOPT", "protocol not available"),
          entry(EPROTONOSUPPORT, "EPROTONOSUPPORT", "protocol not supported"),
          entry(EOPNOTSUPP, "EOPNOTSUPP", "operation not supported"),
          entry(EAFNOSUPPORT, "EAFNOSUPPORT", "address family not supported by protocol"),
          entry(EADDRINUSE, "EADDRINUSE", "address already in use"),
          entry(EADDRNOTAVAIL, "EADDRNOTAVAIL", "cannot assign requested address"),
          entry(ENETDOWN, "ENETDOWN", "network is down"),
          entry(ENETUNREACH, "ENETUNREACH", "network is unreachable"),
          entry(ECONNABORTED, "ECONNABORTED", "software caused connection abort"),
          entry(ECONNRESET, "ECONNRESET", "connection reset by peer"),
          entry(ENOBUFS, "ENOBUFS", "no buffer space available"),
          entry(EISCONN, "EISCONN", "transport endpoint is already connected"),
          entry(ENOTCONN, "ENOTCONN", "transport endpoint is not connected"),
          entry(ETOOMANYREFS, "ETOOMANYREFS", "too many references: cannot splice"),
          entry(ETIMEDOUT, "ETIMEDOUT", "connection timed out"),
          entry(ECONNREFUSED, "ECONNREFUSED", "connection refused"),
          entry(EHOSTDOWN, "EHOSTDOWN", "host is down"),
          entry(EHOSTUNREACH, "EHOSTUNREACH", "no route to host"),
          entry(EALREADY, "EALREADY", "operation already in progress"),
          entry(EINPROGRESS, "EINPROGRESS", "operation now in progress"),
          entry(EOVERFLOW, "EOVERFLOW", "value too large for defined data type"));

  private static Map.Entry<Integer, Entry> entry(Errno errno, String name, String text) {
    return Map.entry(errno.number, new Entry(name, text));
  }

  public static Errno of(int number) {
    return new Errno(number);
  }

  /** What it means, in the words of strerror(3). */
  public String text() {
    Entry entry = KNOWN.get(number);
    return entry == null ? "no text known" : entry.text;
  }

  /** The symbolic name. */
  @Override
  public String toString() {
    Entry entry = KNOWN.get(number);
    return entry == null ? "errno " + number : entry.name;
  }
}

package io.scalws.agent.state;

import io.scalws.linux.FileLock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * The one directory (mode 0700) of an agent:
 *
 * <pre>
 *   lock            held (flock) by the agent that acts
 *   pid             of that agent, for messages
 *   state.json      small; replaced atomically
 *   master.key      32 octets, mode 0600
 *   agent.sock      instances and quic-lb
 *   control.sock    the command line
 *   quic-lb/        sockets of the quic-lb processes
 *   generations/    specifications by number
 *   self-signed/    throw-away certificates
 *   secrets/        Secrets, unless they are elsewhere
 *   logs/           what the child processes write
 * </pre>
 */
public final class StateDirectory implements AutoCloseable {
  private final Path root;
  private final FileLock lock;

  private StateDirectory(Path root, FileLock lock) {
    this.root = root;
    this.lock = lock;
  }

  /** Makes it if need be and takes the lock. */
  public static StateDirectory open(Path root) throws StateException {
    try {
      Files.createDirectories(
          root, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      if (!Files.isDirectory(root) || !Files.isWritable(root)) {
        throw new StateException(
            "cannot use the state directory "
                + root
                + ": it is no directory that this user may"
                + " write; choose another with --state-dir or change its owner");
      }
      Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx------"));
      Optional<FileLock> lock = FileLock.tryAcquire(root.resolve("lock"));
      if (lock.isEmpty()) {
        throw new StateException(
            "another agent"
                + runningPid(root).map(pid -> " (pid " + pid + ")").orElse("")
                + " uses the state directory "
                + root
                + "; stop it with `scalws stop --state-dir "
                + root
                + "` or choose another directory");
      }
      StateDirectory directory = new StateDirectory(root, lock.get());
      directory.prepare();
      return directory;
    } catch (IOException e) {
      throw new StateException(
          "cannot use the state directory "
              + root
              + ": "
              + describe(e)
              + "; choose another with --state-dir or change its owner",
          e);
    }
  }

  private static String describe(IOException e) {
    return switch (e) {
      case AccessDeniedException denied -> "permission denied";
      case FileAlreadyExistsException exists -> "it is a file";
      case FileSystemException other when other.getReason() != null -> other.getReason();
      default -> String.valueOf(e.getMessage());
    };
  }

  private void prepare() throws IOException {
    for (String name : new String[] {"quic-lb", "generations", "self-signed", "secrets", "logs"}) {
      Files.createDirectories(root.resolve(name));
    }
    write("pid", Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8));
  }

  private static Optional<String> runningPid(Path root) {
    try {
      return Optional.of(Files.readString(root.resolve("pid")).strip())
          .filter(pid -> pid.matches("[0-9]{1,9}"));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  public Path path(String name) {
    return root.resolve(name);
  }

  public Path root() {
    return root;
  }

  /** Empty if there is no such file. */
  public Optional<byte[]> read(String name) throws IOException {
    try {
      return Optional.of(Files.readAllBytes(root.resolve(name)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** Replaces a file (mode 0600) atomically: a reader sees the old one or the new one. */
  public void write(String name, byte[] contents) throws IOException {
    Path file = root.resolve(name);
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    Files.createFile(
        fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(fresh, contents, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
    try {
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      throw new IOException("the file system of " + root + " cannot replace files atomically", e);
    }
  }

  /** Whether a path is there at all, even as a dangling link. */
  public boolean has(String name) {
    return Files.exists(root.resolve(name), LinkOption.NOFOLLOW_LINKS);
  }

  /** Lets go of the lock. */
  @Override
  public void close() {
    lock.close();
  }
}

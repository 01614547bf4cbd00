package io.scalws.agent.supervise;

import io.scalws.agent.handout.ProcessIdentity;
import io.scalws.linux.Errno;
import io.scalws.linux.Pidfd;
import io.scalws.linux.SyscallException;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts and ends processes. They live in sessions of their own and write to files, so that neither
 * the end of the agent nor that of its terminal takes them along.
 */
public final class Supervisor {
  private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);
  private static final long MAX_LOG_OCTETS = 10L << 20;
  private static final int TAIL_OCTETS = 4096;
  private static final Path SETSID = Path.of("/usr/bin/setsid");

  private final Path logs;

  public Supervisor(Path logs) {
    this.logs = logs;
  }

  /** A process that runs, or ran. One owner, who closes the descriptor. */
  public record Running(ProcessIdentity process, Pidfd pidfd) {
    /** Sends a signal (signal(7)); nothing happens if the process has ended. */
    public void signal(int number) {
      try {
        pidfd.signal(number);
      } catch (SyscallException e) {
        LOG.warn(
            "Cannot signal a process pid={} signal={} reason=\"{}\"",
            process.pid(),
            number,
            e.getMessage());
      }
    }
  }

  /**
   * Starts a process.
   *
   * @param onExit told once, on the thread that waits for it
   */
  public Running start(String id, List<String> command, Consumer<ProcessIdentity> onExit)
      throws IOException {
    File log = freshLog(id).toFile();
    List<String> whole = new ArrayList<>();
    if (Files.isExecutable(SETSID)) {
      // It replaces itself by the command, so the pid stays the same.
      whole.add(SETSID.toString());
    }
    whole.addAll(command);
    Process process =
        new ProcessBuilder(whole)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
            .redirectErrorStream(true)
            .directory(new File("/"))
            .start();
    int pid = (int) process.pid();
    Optional<ProcessIdentity> identity = ProcessIdentity.of(pid);
    if (identity.isEmpty()) {
      throw new IOException("the process of " + id + " ended at once");
    }
    return watch(identity.get(), onExit);
  }

  /** Watches a process that a predecessor started; empty if it has ended. */
  public Optional<Running> adopt(ProcessIdentity process, Consumer<ProcessIdentity> onExit)
      throws IOException {
    try {
      Running running = watch(process, onExit);
      return process.isAlive() ? Optional.of(running) : Optional.empty();
    } catch (SyscallException e) {
      if (e.errno().equals(Errno.ESRCH)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static Running watch(ProcessIdentity process, Consumer<ProcessIdentity> onExit)
      throws IOException {
    Pidfd pidfd = Pidfd.open(process.pid());
    Thread.ofPlatform()
        .daemon()
        .name("exit-of-" + process.pid())
        .start(
            () -> {
              try {
                while (!pidfd.awaitExit(Duration.ofHours(1))) {
                  LOG.debug("A process still runs pid={}", process.pid());
                }
              } catch (SyscallException e) {
                LOG.warn("Cannot wait for pid={} reason=\"{}\"", process.pid(), e.getMessage());
              }
              onExit.accept(process);
            });
    return new Running(process, pidfd);
  }

  /** The last lines that a process wrote, for a message to the user. */
  public String tail(String id, int lines) {
    Path log = logs.resolve(id + ".log");
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long length = file.length();
      byte[] octets = new byte[(int) Math.min(length, TAIL_OCTETS)];
      file.seek(length - octets.length);
      file.readFully(octets);
      List<String> all =
          new String(octets, StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.isBlank())
              .toList();
      return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
    } catch (IOException e) {
      return "";
    }
  }

  public Path log(String id) {
    return logs.resolve(id + ".log");
  }

  private Path freshLog(String id) throws IOException {
    Path log = log(id);
    if (Files.exists(log) && Files.size(log) > MAX_LOG_OCTETS) {
      Files.move(log, logs.resolve(id + ".log.1"), StandardCopyOption.REPLACE_EXISTING);
    }
    return log;
  }
}

package io.scalws.agent.handout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process, told apart from a later one with the same pid.
 *
 * @param startTicks when it started, in clock ticks since boot (proc_pid_stat(5), field 22)
 */
public record ProcessIdentity(int pid, long startTicks) {

  /** Empty if there is no such process (any more). */
  public static Optional<ProcessIdentity> of(int pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      // The second field is the name, which may hold anything; what follows has no parentheses.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      boolean zombie = fields[0].equals("Z") || fields[0].equals("X");
      return zombie
          ? Optional.empty()
          : Optional.of(new ProcessIdentity(pid, Long.parseLong(fields[19])));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  public boolean isAlive() {
    return of(pid).filter(this::equals).isPresent();
  }
}

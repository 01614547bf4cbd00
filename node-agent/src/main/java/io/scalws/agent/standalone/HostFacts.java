package io.scalws.agent.standalone;

import io.scalws.planning.spec.ResolvedSpecification.NodeFacts;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What this host is like. */
public final class HostFacts {
  private static final Path IPV6_ADDRESSES = Path.of("/proc/net/if_inet6");
  private static final long WANTED_FILES = 65_536;

  private HostFacts() {}

  public static NodeFacts facts(Path secrets, Path selfSigned) {
    return new NodeFacts(
        hasIpv6(), secrets.toAbsolutePath().toString(), selfSigned.toAbsolutePath().toString());
  }

  private static boolean hasIpv6() {
    try {
      return Files.exists(IPV6_ADDRESSES) && !Files.readString(IPV6_ADDRESSES).isBlank();
    } catch (IOException e) {
      return false;
    }
  }

  /** Which limits of the host are low enough to hurt, with the numbers. */
  public static List<String> lowLimits() {
    List<String> warnings = new ArrayList<>();
    openFiles()
        .filter(limit -> limit < WANTED_FILES)
        .ifPresent(
            limit ->
                warnings.add(
                    "the limit of open files is "
                        + limit
                        + " (ulimit -n), so an instance can hold about that many connections; raise"
                        + " it to "
                        + WANTED_FILES
                        + " or more"));
    return warnings;
  }

  private static Optional<Long> openFiles() {
    try {
      return Files.readAllLines(Path.of("/proc/self/limits")).stream()
          .filter(line -> line.startsWith("Max open files"))
          .map(line -> line.substring("Max open files".length()).strip().split("\\s+", -1)[0])
          .filter(text -> text.matches("[0-9]+"))
          .map(Long::valueOf)
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Names this boot of the kernel. */
  public static String bootId() {
    try {
      return firstLine(Path.of("/proc/sys/kernel/random/boot_id"));
    } catch (IOException e) {
      return "unknown";
    }
  }

  /**
   * The line of a file below /proc/sys. Such a file is whole only in the first read, so it needs a
   * buffer that is large enough; {@link Files#readString} begins with one octet.
   */
  private static String firstLine(Path file) throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      String line = reader.readLine();
      if (line == null) {
        throw new IOException(file + " is empty");
      }
      return line.strip();
    }
  }
}

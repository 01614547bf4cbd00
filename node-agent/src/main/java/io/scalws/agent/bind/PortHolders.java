package io.scalws.agent.bind;

import io.scalws.protocol.socket.SocketIdentity;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Finds in /proc which process has a port; best effort, and only for a message to a human. */
final class PortHolders {
  private static final Path PROC = Path.of("/proc");

  /** proc_net_tcp(5): 0A is TCP_LISTEN. */
  private static final String LISTEN = "0A";

  private PortHolders() {}

  /** {@code pid 4711 (nginx)}. */
  static Optional<String> holder(SocketIdentity identity) {
    Set<String> links = new HashSet<>();
    String transport = identity.transport().text();
    try {
      for (String table : new String[] {transport, transport + "6"}) {
        for (String line : Files.readAllLines(PROC.resolve("net").resolve(table))) {
          inode(line, identity).ifPresent(inode -> links.add("socket:[" + inode + "]"));
        }
      }
      return links.isEmpty() ? Optional.empty() : process(links);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> inode(String line, SocketIdentity identity) {
    String[] columns = line.strip().split("\\s+", -1);
    if (columns.length < 10 || !columns[1].contains(":")) {
      return Optional.empty();
    }
    String port = columns[1].substring(columns[1].indexOf(':') + 1);
    boolean listening = !identity.transport().text().equals("tcp") || columns[3].equals(LISTEN);
    return listening && Integer.parseInt(port, 16) == identity.port()
        ? Optional.of(columns[9])
        : Optional.empty();
  }

  private static Optional<String> process(Set<String> links) throws IOException {
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        if (holds(process, links)) {
          String name = Files.readString(process.resolve("comm")).strip();
          return Optional.of("pid " + process.getFileName() + " (" + name + ")");
        }
      }
    }
    return Optional.empty();
  }

  private static boolean holds(Path process, Set<String> links) {
    try (DirectoryStream<Path> fds = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path fd : fds) {
        if (links.contains(Files.readSymbolicLink(fd).toString())) {
          return true;
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // It has ended meanwhile, or it is somebody else's.
      return false;
    }
    return false;
  }
}

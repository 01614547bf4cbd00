package io.scalws.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder that only this user can read, and that is gone when it is closed. */
record TemporaryFolder(Path path) implements AutoCloseable {
  static TemporaryFolder make(String prefix) throws IOException {
    return new TemporaryFolder(Files.createTempDirectory(prefix));
  }

  @Override
  public void close() throws IOException {
    List<Path> found;
    try (Stream<Path> files = Files.walk(path)) {
      found = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : found) {
      Files.deleteIfExists(each);
    }
  }
}

package io.scalws.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Holds {@code docs/metrics.md} against the metrics in the code: the rows whose name begins with a
 * process's prefix are exactly those of its enum. With {@code -Dgolden.update} they are written.
 */
public final class MetricsDocument {
  private static final String ROW = "| `";

  private MetricsDocument() {}

  /**
   * @param prefix {@code scalws_PROCESS_}
   * @param helpByName in the order of the document
   */
  public static void check(String prefix, Map<String, String> helpByName) throws IOException {
    Path file = find();
    List<String> expected = new ArrayList<>();
    helpByName.forEach((name, help) -> expected.add(ROW + name + "` | " + help + " |"));
    List<String> lines = Files.readAllLines(file);
    List<String> actual = lines.stream().filter(line -> line.startsWith(ROW + prefix)).toList();
    if (actual.equals(expected)) {
      return;
    }
    if (System.getProperty("golden.update") == null) {
      throw new AssertionError(
          file
              + " differs from the code; run the test with -Dgolden.update. Expected:\n"
              + String.join("\n", expected));
    }
    List<String> updated = new ArrayList<>(lines);
    int at = updated.indexOf("<!-- " + prefix + " -->") + 3;
    updated.removeAll(actual);
    updated.addAll(at, expected);
    Files.write(file, updated);
  }

  private static Path find() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null) {
      Path file = folder.resolve("docs/metrics.md");
      if (Files.exists(file)) {
        return file;
      }
      folder = folder.getParent();
    }
    throw new AssertionError("docs/metrics.md is not above " + Path.of("").toAbsolutePath());
  }
}

package io.scalws.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.scalws.e2e.Commands.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The third-party clients that {@code e2e/clients/install} puts into one folder. */
final class Clients {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final Path FOLDER = Path.of(System.getProperty("scalws.clients"), "bin");
  private static final ObjectMapper JSON = new ObjectMapper();

  private Clients() {}

  /** The path of a client; fails, rather than skips, where it is not installed. */
  static String path(String name) {
    Path file = FOLDER.resolve(name);
    if (!Files.isExecutable(file)) {
      throw new AssertionError(
          file + " is missing: run e2e/clients/install " + FOLDER.getParent() + ", or ./test");
    }
    return file.toString();
  }

  static Result curl(String... arguments) {
    List<String> command = new ArrayList<>(List.of(path("curl"), "-sS", "--max-time", "20"));
    command.addAll(List.of(arguments));
    return Commands.run(LIMIT, command);
  }

  /** Runs this repository's load generator and returns its account of every request. */
  static JsonNode traffic(String... arguments) {
    List<String> command = new ArrayList<>(List.of(path("traffic"), "load"));
    command.addAll(List.of(arguments));
    return parse(Commands.run(LIMIT, command).succeeded().out());
  }

  static Result program(String name, String... arguments) {
    return Commands.run(LIMIT, path(name), arguments);
  }

  static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException("no JSON: " + json, e);
    }
  }
}

package io.scalws.agent.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Words of a command line, sorted.
 *
 * @param command the first word
 * @param operands what is neither an option nor its value
 * @param options by name with dashes; a flag has the value {@code true}
 */
record CommandLine(String command, List<String> operands, Map<String, String> options) {
  CommandLine {
    operands = List.copyOf(operands);
    options = Map.copyOf(options);
  }

  /** A command line that makes no sense; the message is for the user. */
  static final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
      super(message);
    }
  }

  /**
   * @param known option names by command, with whether they take a value
   */
  static CommandLine parse(String[] words, Map<String, Map<String, Boolean>> known)
      throws UsageException {
    if (words.length == 0) {
      return new CommandLine("help", List.of(), Map.of());
    }
    String command =
        switch (words[0]) {
          case "-h", "--help" -> "help";
          case "--version" -> "version";
          default -> words[0];
        };
    Map<String, Boolean> allowed = known.get(command);
    if (allowed == null) {
      throw new UsageException("there is no command " + command + "; see scalws help");
    }
    List<String> operands = new ArrayList<>();
    Map<String, String> options = new HashMap<>();
    for (int i = 1; i < words.length; i++) {
      String word = words[i];
      if (!word.startsWith("-") || word.equals("-")) {
        operands.add(word);
        continue;
      }
      int equals = word.indexOf('=');
      String name = equals < 0 ? word : word.substring(0, equals);
      Boolean takesValue = allowed.get(name);
      if (takesValue == null) {
        throw new UsageException(
            command + " has no option " + name + "; see scalws help " + command);
      }
      if (!takesValue) {
        options.put(name, "true");
      } else if (equals >= 0) {
        options.put(name, word.substring(equals + 1));
      } else if (i + 1 < words.length) {
        options.put(name, words[++i]);
      } else {
        throw new UsageException(name + " needs a value; see scalws help " + command);
      }
    }
    return new CommandLine(command, operands, options);
  }

  Optional<String> option(String name) {
    return Optional.ofNullable(options.get(name));
  }

  List<Path> paths() throws UsageException {
    if (operands.isEmpty()) {
      throw new UsageException(command + " needs a file or folder; see scalws help " + command);
    }
    return operands.stream().map(Path::of).toList();
  }

  /** {@code --state-dir}, or where it is by default. */
  Path stateDirectory(Map<String, String> environment) {
    String runtime = environment.get("XDG_RUNTIME_DIR");
    return option("--state-dir")
        .map(Path::of)
        .orElseGet(
            () ->
                runtime == null || runtime.isBlank()
                    ? Path.of("/run/scalws")
                    : Path.of(runtime, "scalws"))
        .toAbsolutePath();
  }
}

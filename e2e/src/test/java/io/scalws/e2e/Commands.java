package io.scalws.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs programs to their end, with a time limit. */
final class Commands {

  /** What a program said and how it ended. */
  record Result(int exitCode, String out, String err) {
    Result succeeded() {
      if (exitCode != 0) {
        throw new AssertionError("exit code " + exitCode + "\n" + out + "\n" + err);
      }
      return this;
    }
  }

  private Commands() {}

  static Result run(Duration limit, List<String> command) {
    Path out = null;
    Path err = null;
    try {
      out = Files.createTempFile("scalws-e2e", ".out");
      err = Files.createTempFile("scalws-e2e", ".err");
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .start();
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
        throw new AssertionError(
            command + " did not end within " + limit + "\n" + text(out) + "\n" + text(err));
      }
      return new Result(process.exitValue(), text(out), text(err));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      delete(out);
      delete(err);
    }
  }

  static Result run(Duration limit, String program, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(program);
    command.addAll(List.of(arguments));
    return run(limit, command);
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
  }

  private static void delete(Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

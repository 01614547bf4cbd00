package io.scalws.e2e;

import io.scalws.e2e.Commands.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code scalwsd --alone} of the distribution: no agent, no quic-lb. */
final class AloneServer implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Process process;
  private final Path out;
  private final Path err;

  private AloneServer(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Returns when it says "ready". */
  static AloneServer start(Path folder, String specification) throws IOException {
    Path out = folder.resolve("alone.out");
    Path err = folder.resolve("alone.err");
    Process process =
        new ProcessBuilder(command(Files.writeString(folder.resolve("alone.yaml"), specification)))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    AloneServer server = new AloneServer(process, out, err);
    try {
      Host.await(
          "ready",
          LIMIT,
          () -> {
            if (!process.isAlive()) {
              throw new AssertionError("scalwsd ended with " + process.exitValue());
            }
            return server.out().lines().anyMatch("ready"::equals);
          });
    } catch (AssertionError e) {
      process.destroyForcibly();
      throw new AssertionError(e.getMessage() + "\n" + server.out() + server.err(), e);
    }
    return server;
  }

  /** Runs one that is expected to end by itself. */
  static Result run(Path folder, String specification) throws IOException {
    return Commands.run(LIMIT, command(Files.writeString(folder.resolve("a.yaml"), specification)));
  }

  private static List<String> command(Path file) throws IOException {
    Path home = Host.HOME.toAbsolutePath();
    String classPath =
        Files.readString(home.resolve("lib/scalwsd.classpath"))
            .strip()
            .replace("lib/", home.resolve("lib") + "/");
    return new ArrayList<>(
        List.of(
            home.resolve("runtime/bin/java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-Xmx96m",
            "-cp",
            classPath,
            "io.scalws.server.Scalwsd",
            "--alone",
            file.toString(),
            "--secrets-dir",
            Certificates.FOLDER.toString()));
  }

  void terminate() {
    process.destroy();
  }

  int exitCode() throws InterruptedException {
    if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("it did not end\n" + err());
    }
    return process.exitValue();
  }

  String out() {
    return read(out);
  }

  String err() {
    return read(err);
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(40, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
        throw new AssertionError("scalwsd did not end on SIGTERM\n" + err());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}

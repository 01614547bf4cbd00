package io.scalws.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import io.scalws.e2e.Commands.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * One standalone host: {@code scalws run} of the distribution with a state directory of its own.
 * Closing it stops everything; what the processes logged is shown when a test fails to start it.
 */
final class Host implements AutoCloseable {
  static final Path HOME = Path.of(System.getProperty("scalws.home")).normalize();
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Path folder;
  private final Process process;
  private final int admin;

  private Host(Path folder, Process process, int admin) {
    this.folder = folder;
    this.process = process;
    this.admin = admin;
  }

  /** Writes the specification to a file, runs it and returns when the agent says "ready". */
  static Host start(String specification) throws IOException {
    Path folder = Files.createTempDirectory("scalws-e2e");
    Path file = Files.writeString(folder.resolve("runtime.yaml"), specification);
    int admin = freePort();
    List<String> command =
        new ArrayList<>(
            List.of(
                scalws(),
                "run",
                file.toString(),
                "--state-dir",
                folder.resolve("state").toString(),
                "--secrets-dir",
                Certificates.FOLDER.toString(),
                "--admin",
                "127.0.0.1:" + admin));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile())
            .start();
    Host host = new Host(folder, process, admin);
    try {
      await(
          "ready",
          LIMIT,
          () -> {
            if (!process.isAlive()) {
              throw new AssertionError("scalws run ended with " + process.exitValue());
            }
            return host.out().lines().anyMatch("ready"::equals);
          });
    } catch (AssertionError e) {
      AssertionError whole = new AssertionError(e.getMessage() + "\n" + host.logs(), e);
      host.close();
      throw whole;
    }
    return host;
  }

  static String scalws() {
    return HOME.resolve("bin/scalws").toString();
  }

  /** Runs another command of {@code scalws} against this host. */
  Result command(String name, String... arguments) {
    List<String> command = new ArrayList<>(List.of(scalws(), name));
    command.addAll(List.of(arguments));
    command.addAll(List.of("--state-dir", folder.resolve("state").toString()));
    return Commands.run(LIMIT, command);
  }

  /** The agent's status, from its admin endpoint. */
  JsonNode status() {
    URI uri = URI.create("http://127.0.0.1:" + admin + "/status");
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request = HttpRequest.newBuilder(uri).timeout(LIMIT).build();
      return Clients.parse(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  long agentPid() {
    return process.pid();
  }

  Path folder() {
    return folder;
  }

  Path specification() {
    return folder.resolve("runtime.yaml");
  }

  String out() {
    return read(folder.resolve("out"));
  }

  /** All that this host's processes wrote. */
  String logs() {
    StringBuilder logs = new StringBuilder();
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .filter(
              file ->
                  file.toString().endsWith(".log") || file.endsWith("out") || file.endsWith("err"))
          .forEach(file -> logs.append("== ").append(file).append('\n').append(read(file)));
    } catch (IOException e) {
      logs.append(e);
    }
    return logs.toString();
  }

  @Override
  public void close() {
    try {
      process.destroy();
      if (!process.waitFor(40, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        throw new AssertionError("scalws run did not end on SIGTERM\n" + logs());
      }
      delete(folder);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Waits until the condition holds; asks again every 20 ms. */
  static void await(String what, Duration limit, BooleanSupplier condition) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("no " + what + " within " + limit);
      }
      try {
        TimeUnit.MILLISECONDS.sleep(20);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  /** A port that is free for TCP and UDP on every address at this moment. */
  static int freePort() throws IOException {
    for (int attempt = 0; attempt < 100; attempt++) {
      try (ServerSocket tcp = new ServerSocket(0);
          DatagramSocket udp = new DatagramSocket(null)) {
        udp.bind(new InetSocketAddress((InetAddress) null, tcp.getLocalPort()));
        return tcp.getLocalPort();
      } catch (java.net.BindException e) {
        // UDP is taken: another port.
      }
    }
    throw new IOException("no port is free for both TCP and UDP");
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}

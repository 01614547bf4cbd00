package io.scalws.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.scalws.agent.fake.FakeInstance;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** An agent in a process of its own, with fake children, for one test. */
final class AgentHost implements AutoCloseable {
  private static final long LIMIT_SECONDS = 60;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;
  private final List<Process> agents = new ArrayList<>();
  private String instance = FakeInstance.class.getName();

  AgentHost(Path folder) {
    this.folder = folder;
  }

  /** What a command said and how it ended. */
  record Result(int exit, String out, String err) {}

  Path state() {
    return folder.resolve("s");
  }

  Path file() {
    return folder.resolve("runtime.yaml");
  }

  AgentHost withInstance(Class<?> mainClass) {
    instance = mainClass.getName();
    return this;
  }

  AgentHost write(String specification) throws IOException {
    Path fresh = folder.resolve("fresh");
    Files.writeString(fresh, specification);
    Files.move(fresh, file(), StandardCopyOption.REPLACE_EXISTING);
    return this;
  }

  /** Starts an agent and waits until it says "ready". */
  Process ready() throws IOException {
    Process agent = begin();
    await("ready", () -> out().lines().anyMatch("ready"::equals) || !agent.isAlive());
    if (!agent.isAlive()) {
      throw new AssertionError("the agent ended\n" + err());
    }
    return agent;
  }

  /** A specification that the agent does not watch. */
  Path otherFile(String specification) throws IOException {
    return Files.writeString(folder.resolve("other.yaml"), specification);
  }

  Process begin(String... more) throws IOException {
    List<String> words =
        new ArrayList<>(List.of("run", file().toString(), "--state-dir", state().toString()));
    words.addAll(List.of(more));
    Process agent =
        new ProcessBuilder(command(words))
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(ProcessBuilder.Redirect.appendTo(folder.resolve("err").toFile()))
            .start();
    agents.add(agent);
    return agent;
  }

  /** Runs an agent that is expected to end by itself. */
  Result run(String... more) throws IOException {
    List<String> words = new ArrayList<>(List.of("run", file().toString()));
    words.addAll(List.of(more));
    return run(command(words));
  }

  /** Another command against this host's agent. */
  Result tell(String... words) throws IOException {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--state-dir", state().toString()));
    return run(command(all));
  }

  JsonNode status() throws IOException {
    Result result = tell("status", "-o", "json");
    if (result.exit() != 0) {
      throw new AssertionError(result.toString());
    }
    return JSON.readTree(result.out());
  }

  private List<String> command(List<String> words) {
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-D" + FakeAgent.INSTANCE + "=" + instance,
                "-cp",
                System.getProperty("java.class.path"),
                FakeAgent.class.getName()));
    command.addAll(words);
    return command;
  }

  private Result run(List<String> command) throws IOException {
    Path out = Files.createTempFile(folder, "run", ".out");
    Path err = Files.createTempFile(folder, "run", ".err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    end(process);
    return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  static void end(Process process) {
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("a process did not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  String out() {
    return read(folder.resolve("out"));
  }

  String err() {
    return read(folder.resolve("err"));
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Asks again every 50 ms until it holds. */
  void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("no " + what + "\n" + err());
      }
      try {
        TimeUnit.MILLISECONDS.sleep(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  static int freePort() throws IOException {
    while (true) {
      try (ServerSocket tcp = new ServerSocket(0);
          DatagramSocket udp = new DatagramSocket(null)) {
        udp.bind(new InetSocketAddress((InetAddress) null, tcp.getLocalPort()));
        return tcp.getLocalPort();
      } catch (java.net.BindException e) {
        // Somebody has it for UDP: the next one.
      }
    }
  }

  @Override
  public void close() {
    for (Process agent : agents) {
      agent.destroy();
    }
    agents.forEach(AgentHost::end);
  }
}

package io.scalws.agent.supervise;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How the product's own processes are started.
 *
 * @param java the JVM's binary
 * @param jvmFlags of instances and quic-lb
 * @param agent main class and class path of the agent itself, for its short-lived processes
 */
public record ProcessCommands(
    Path java, List<String> jvmFlags, Program agent, Program server, Program quicLb) {
  private static final List<String> FLAGS =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-XX:+UseSerialGC",
          "-Xshare:auto");
  private static final String AGENT = "io.scalws.agent.NodeAgent";
  private static final String SERVER = "io.scalws.server.Scalwsd";
  private static final String QUIC_LB = "io.scalws.quiclb.QuicLb";

  public ProcessCommands {
    jvmFlags = List.copyOf(jvmFlags);
  }

  /**
   * A main class.
   *
   * @param classPath as the JVM takes it
   * @param heap the JVM's flag for the size of the heap
   */
  public record Program(String mainClass, String classPath, String heap) {}

  /**
   * Those of a distribution, whose {@code lib/NAME.classpath} list the libraries of each process,
   * or without one those of this JVM's own class path.
   *
   * @param home of the distribution; empty: none
   */
  public static ProcessCommands of(String home) throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    if (!Files.isExecutable(java)) {
      throw new IOException(
          java + " is missing or cannot be run; instances need it, so install the JVM again");
    }
    return new ProcessCommands(
        java,
        FLAGS,
        new Program(AGENT, classPath(home, "node-agent"), "-Xmx64m"),
        new Program(SERVER, classPath(home, "scalwsd"), "-Xmx96m"),
        new Program(QUIC_LB, classPath(home, "quic-lb"), "-Xmx32m"));
  }

  private static String classPath(String home, String name) throws IOException {
    if (home.isEmpty()) {
      return System.getProperty("java.class.path");
    }
    String relative = Files.readString(Path.of(home, "lib", name + ".classpath")).strip();
    return relative.replace("lib/", home + "/lib/");
  }

  public List<String> instance(Path agentSocket, String id) {
    return child(server, agentSocket, id);
  }

  public List<String> quicLb(Path agentSocket, String id) {
    return child(quicLb, agentSocket, id);
  }

  /** A short-lived process with the agent's class path. */
  public List<String> tool(String mainClass) {
    return List.of(
        java.toString(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        agent.heap(),
        "-cp",
        agent.classPath(),
        mainClass);
  }

  private List<String> child(Program program, Path agentSocket, String id) {
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.addAll(jvmFlags);
    command.addAll(
        List.of(
            program.heap(),
            "-cp",
            program.classPath(),
            program.mainClass(),
            "--agent-socket",
            agentSocket.toString(),
            "--id",
            id));
    return command;
  }
}

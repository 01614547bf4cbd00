package io.scalws.agent;

import io.scalws.agent.fake.FakeQuicLb;
import io.scalws.agent.supervise.ProcessCommands;
import io.scalws.agent.supervise.ProcessCommands.Program;
import java.io.IOException;
import java.util.List;

/** The agent's main class with children that serve nobody. */
final class FakeAgent {
  static final String INSTANCE = "scalws.test.instance";

  private FakeAgent() {}

  public static void main(String[] words) {
    System.exit(NodeAgent.run(FakeAgent::commands, words));
  }

  private static ProcessCommands commands() throws IOException {
    ProcessCommands real = ProcessCommands.of("");
    String classPath = System.getProperty("java.class.path");
    return new ProcessCommands(
        real.java(),
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto"),
        real.agent(),
        new Program(System.getProperty(INSTANCE), classPath, "-Xmx32m"),
        new Program(FakeQuicLb.class.getName(), classPath, "-Xmx32m"));
  }
}

package io.scalws.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.scalws.agent.AgentHost.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One clear message and the right exit code, never a stack trace. */
class BadInputIT {
  @TempDir Path folder;
  private AgentHost host;
  private int port;

  @BeforeEach
  void prepare() throws IOException {
    host = new AgentHost(folder);
    port = AgentHost.freePort();
  }

  @AfterEach
  void stop() {
    host.close();
  }

  private String plain(String routes) {
    return """
    apiVersion: scalws.io/v1alpha1
    kind: ScalwsRuntime
    metadata: {name: web}
    spec:
      listeners: [{name: a, address: 127.0.0.1, port: %d, protocol: HTTP}]
      routes: [%s]
    """
        .formatted(port, routes);
  }

  private String withSecret() {
    return """
    apiVersion: scalws.io/v1alpha1
    kind: ScalwsRuntime
    metadata: {name: web}
    spec:
      listeners: [{name: a, address: 127.0.0.1, port: %d, protocol: HTTPS, tls: {certificateRefs: [{name: web-tls}]}}]
    """
        .formatted(port);
  }

  private Result run(String specification, String... more) throws IOException {
    host.write(specification);
    Result result = host.run(more);
    assertThat(result.err()).doesNotContain("\tat ").doesNotContain("Exception");
    return result;
  }

  private Result inState(String specification, String... more) throws IOException {
    String[] words = new String[more.length + 2];
    System.arraycopy(more, 0, words, 0, more.length);
    words[more.length] = "--state-dir";
    words[more.length + 1] = host.state().toString();
    return run(specification, words);
  }

  @Test
  void violationsGoToStandardErrorAndNothingIsTouched() throws IOException {
    Result result = inState("kind: [oops\n");
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err())
        .isEqualTo(
            host.file()
                + ": line 1, column 12: not valid YAML: expected ',' or ']', but got <stream end>\n");
    assertThat(host.state()).doesNotExist();
  }

  @Test
  void aFileThatIsNotThereIsNamed() throws IOException {
    Result result = host.run("--state-dir", host.state().toString());
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err())
        .isEqualTo(host.file() + ": line 1: cannot be read: no such file or folder\n");
  }

  @Test
  void aMissingSecretIsNamedWithItsPath() throws IOException {
    Result result = inState(withSecret(), "--secrets-dir", folder.toString());
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err())
        .contains(
            "spec.listeners[0].tls.certificateRefs[0]: Secret \"web-tls\": "
                + folder.resolve("web-tls/tls.crt")
                + " does not exist; put the Secret's tls.crt there or name another directory with"
                + " --secrets-dir");
  }

  @Test
  void aDirectoryThatIsNotThereIsNamed() throws IOException {
    Result result = inState(plain("{static: {directory: /nowhere/at/all}}"));
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err())
        .contains("spec.routes[0].static.directory: /nowhere/at/all does not exist");
  }

  @Test
  void aStateDirectoryThatIsAFileIsRefused() throws IOException {
    Files.createFile(host.state());
    Result result = inState(plain("{respond: {}}"));
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err())
        .contains("cannot use the state directory " + host.state() + ": it is a file");
  }

  @Test
  void aPathThatIsTooLongForASocketIsRefused() throws IOException {
    Path deep = folder.resolve("x".repeat(110));
    Result result = run(plain("{respond: {}}"), "--state-dir", deep.toString());
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).contains("must have fewer than 108; use a shorter --state-dir");
  }

  @Test
  void aMasterKeyThatIsCutShortIsNotReplacedSilently() throws IOException {
    Files.createDirectory(host.state());
    Files.write(host.state().resolve("master.key"), new byte[3]);
    Result result = inState(plain("{respond: {}}"));
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).contains("has 3 octets instead of 32; restore it, or remove it");
  }

  @Test
  void aStateFileThatIsCutShortAndAStaleSocketAreNoObstacle() throws IOException {
    Files.createDirectory(host.state());
    Files.writeString(host.state().resolve("state.json"), "{\"bootId\" : \"8b3b");
    Files.createFile(host.state().resolve("agent.sock"));
    Files.createFile(host.state().resolve("control.sock"));
    host.write(plain("{respond: {}}")).ready();
    assertThat(host.err()).contains("The state file is damaged and is begun anew");
    assertThat(host.err()).doesNotContain("\tat ");
  }

  @Test
  void aSecondAgentIsToldWhoIsThere() throws IOException {
    Process first = host.write(plain("{respond: {}}")).ready();
    Result second = inState(plain("{respond: {}}"));
    assertThat(second.exit()).isEqualTo(1);
    assertThat(second.err()).contains("another agent (pid " + first.pid() + ") uses");
  }

  @Test
  void commandsWithoutAnAgentSayWhatToDo() throws IOException {
    for (String command : new String[] {"status", "events", "restart", "stop"}) {
      Result result = host.tell(command);
      assertThat(result.exit()).isEqualTo(1);
      assertThat(result.err())
          .isEqualTo(
              "scalws: no agent runs with the state directory "
                  + host.state()
                  + "; start one with scalws run, or name its directory with --state-dir\n");
    }
  }
}

package io.scalws.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.scalws.e2e.Commands.Result;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bad input ends with the right exit code and one message that says how to mend it. */
class BadInputIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir Path folder;

  private Result run(String specification, String... more) throws IOException {
    Path file = Files.writeString(folder.resolve("runtime.yaml"), specification);
    List<String> command =
        new ArrayList<>(
            List.of(
                Host.scalws(),
                "run",
                file.toString(),
                "--state-dir",
                folder.resolve("state").toString()));
    command.addAll(List.of(more));
    Result result = Commands.run(LIMIT, command);
    assertThat(result.err()).doesNotContain("\tat ").doesNotContain("Exception");
    return result;
  }

  private static String withListener(String listener) {
    return Specifications.runtime(1, List.of(listener), List.of(Specifications.hello()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{name: a, port: 0, protocol: HTTP}             | spec.listeners[0].port",
        "{name: a, port: 70000, protocol: HTTP}         | spec.listeners[0].port",
        "{name: a, port: many, protocol: HTTP}          | spec.listeners[0].port",
        "{name: a, port: 8080, protocol: FTP}           | spec.listeners[0].protocol",
        "{name: a, prot: 8080, protocol: HTTP}          | port",
        "{name: a, port: 8080, protocol: HTTPS}         | spec.listeners[0].tls",
        "{name: a, address: nowhere, port: 1, protocol: HTTP} | spec.listeners[0].address",
      })
  void aBadListenerIsRefusedWithItsPath(String listener, String path) throws IOException {
    Result result = run(withListener(listener));
    assertThat(result.exitCode()).as(result.toString()).isEqualTo(2);
    assertThat(result.err()).contains("runtime.yaml: ").contains(path);
  }

  @Test
  void yamlThatDoesNotParseIsToldByLineAndColumn() throws IOException {
    Result result = run("apiVersion: scalws.io/v1alpha1\nkind: [oops\n");
    assertThat(result.exitCode()).as(result.toString()).isEqualTo(2);
    assertThat(result.err()).containsPattern("line [0-9]+").containsPattern("column [0-9]+");
  }

  @Test
  void anEmptyFileAndTwoRuntimesAreRefused() throws IOException {
    assertThat(run("").exitCode()).isEqualTo(2);
    String one = withListener("{name: a, port: 8080, protocol: HTTP}");
    Result result = run(one + "---\n" + one);
    assertThat(result.exitCode()).as(result.toString()).isEqualTo(2);
  }

  @Test
  void aSecretThatIsNotThereIsRefused() throws IOException {
    Result result = run(withListener(Specifications.https("a", "127.0.0.1", Host.freePort())));
    assertThat(result.exitCode()).as(result.toString()).isEqualTo(2);
    assertThat(result.err()).contains(Certificates.NAME).contains("secrets-dir");
  }

  @Test
  void aPortInUseNamesTheProcessThatHasIt() throws IOException {
    try (ServerSocket taken = new ServerSocket(0)) {
      Result result =
          run(withListener(Specifications.http("a", "127.0.0.1", taken.getLocalPort())));
      assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
      assertThat(result.err())
          .contains("tcp/127.0.0.1:" + taken.getLocalPort())
          .contains("EADDRINUSE")
          .contains(String.valueOf(ProcessHandle.current().pid()));
    }
  }

  @Test
  void anAddressThatIsNotLocalIsRefused() throws IOException {
    Result result = run(withListener(Specifications.http("a", "192.0.2.1", Host.freePort())));
    assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
    assertThat(result.err()).contains("EADDRNOTAVAIL").contains("192.0.2.1");
  }

  @Test
  void aStateDirectoryWithALongNameIsRefused() throws IOException {
    String longName = "x".repeat(120);
    Result result =
        run(
            withListener(Specifications.http("a", "127.0.0.1", Host.freePort())),
            "--state-dir",
            folder.resolve(longName).toString());
    assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
    assertThat(result.err()).contains("108");
  }

  @Test
  void commandsWithoutAnAgentSaySo() {
    for (String command : List.of("status", "events", "stop", "restart")) {
      Result result = Commands.run(LIMIT, Host.scalws(), command, "--state-dir", folder.toString());
      assertThat(result.exitCode()).as(command + result).isEqualTo(1);
      assertThat(result.err()).contains(folder.toString()).doesNotContain("Exception");
    }
  }

  @Test
  void anUnknownCommandIsRefused() {
    Result result = Commands.run(LIMIT, Host.scalws(), "frobnicate");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("frobnicate").contains("help");
  }
}

package io.scalws.agent.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommandLineTest {
  private static CommandLine parse(String... words) throws CommandLine.UsageException {
    return CommandLine.parse(words, Help.OPTIONS);
  }

  @Test
  void optionsMayStandAnywhere() throws CommandLine.UsageException {
    CommandLine line = parse("run", "a.yaml", "--state-dir", "/s", "b.yaml", "--log=json");
    assertThat(line.operands()).containsExactly("a.yaml", "b.yaml");
    assertThat(line.stateDirectory(Map.of())).isEqualTo(Path.of("/s"));
    assertThat(line.option("--log")).contains("json");
  }

  @Test
  void theStateDirectoryHasADefault() throws CommandLine.UsageException {
    assertThat(parse("status").stateDirectory(Map.of())).isEqualTo(Path.of("/run/scalws"));
    assertThat(parse("status").stateDirectory(Map.of("XDG_RUNTIME_DIR", "/run/user/1")))
        .isEqualTo(Path.of("/run/user/1/scalws"));
  }

  @Test
  void whatIsNotKnownIsRefusedWithTheWayToHelp() {
    assertThatThrownBy(() -> parse("rum")).hasMessage("there is no command rum; see scalws help");
    assertThatThrownBy(() -> parse("status", "--wide"))
        .hasMessage("status has no option --wide; see scalws help status");
    assertThatThrownBy(() -> parse("run", "--state-dir"))
        .hasMessage("--state-dir needs a value; see scalws help run");
    assertThatThrownBy(() -> parse("run").paths())
        .hasMessage("run needs a file or folder; see scalws help run");
  }

  @Test
  void everyCommandHasHelp() {
    assertThat(Help.OPTIONS.keySet()).allMatch(Help::knows);
  }
}

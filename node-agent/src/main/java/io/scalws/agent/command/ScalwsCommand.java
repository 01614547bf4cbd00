package io.scalws.agent.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.scalws.agent.admin.ControlReply;
import io.scalws.agent.admin.ControlRequest;
import io.scalws.agent.command.CommandLine.UsageException;
import io.scalws.agent.standalone.HostFacts;
import io.scalws.agent.standalone.SpecificationFiles;
import io.scalws.planning.spec.ParseResult;
import io.scalws.planning.spec.SourceFile;
import io.scalws.planning.spec.SpecParser;
import io.scalws.planning.spec.Violation;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One command from words to exit code. */
public final class ScalwsCommand {
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int BAD_INPUT = 2;

  private final PrintStream out;
  private final PrintStream err;
  private final Map<String, String> environment;
  private final String version;
  private final Runner runner;

  public ScalwsCommand(
      PrintStream out,
      PrintStream err,
      Map<String, String> environment,
      String version,
      Runner runner) {
    this.out = out;
    this.err = err;
    this.environment = environment;
    this.version = version;
    this.runner = runner;
  }

  /** Runs an agent in this process. */
  public interface Runner {
    /** Returns the exit code when the agent has ended. */
    int run(RunOptions options);
  }

  /**
   * The options of {@code scalws run}.
   *
   * @param secretsDirectory empty: below the state directory
   * @param admin {@code HOST:PORT}; port 0: any
   */
  public record RunOptions(
      SpecificationFiles files,
      Path stateDirectory,
      Optional<Path> secretsDirectory,
      String admin,
      boolean jsonLog) {}

  /** Returns the exit code. */
  public int run(String... words) {
    try {
      CommandLine line = CommandLine.parse(words, Help.OPTIONS);
      return switch (line.command()) {
        case "run" -> runner.run(runOptions(line));
        case "validate" -> validate(line);
        case "apply" -> apply(line);
        case "status" -> status(line);
        case "events" -> events(line);
        case "restart" -> restart(line);
        case "drain" -> drain(line);
        case "scale" -> scale(line);
        case "stop" -> stop(line);
        case "version" -> version();
        default -> help(line);
      };
    } catch (UsageException e) {
      err.println("scalws: " + e.getMessage());
      return BAD_INPUT;
    } catch (SpecificationFiles.UnreadableException e) {
      err.println(e.getMessage());
      return BAD_INPUT;
    } catch (IOException e) {
      err.println("scalws: " + e.getMessage());
      return FAILED;
    }
  }

  private RunOptions runOptions(CommandLine line) throws UsageException {
    String log = line.option("--log").orElse("text");
    if (!log.equals("text") && !log.equals("json")) {
      throw new UsageException("--log is text or json, not " + log);
    }
    String admin = line.option("--admin").orElse("127.0.0.1:0");
    if (!admin.matches("(\\[[0-9a-fA-F:]+]|[^:\\[\\]]+):[0-9]{1,5}")) {
      throw new UsageException("--admin is HOST:PORT, not " + admin);
    }
    return new RunOptions(
        new SpecificationFiles(line.paths()),
        line.stateDirectory(environment),
        line.option("--secrets-dir").map(Path::of),
        admin,
        log.equals("json"));
  }

  private int validate(CommandLine line) throws UsageException, IOException {
    List<SourceFile> files = new SpecificationFiles(line.paths()).read();
    Path nowhere = Path.of("/");
    return switch (SpecParser.parse(files, HostFacts.facts(nowhere, nowhere), 1)) {
      case ParseResult.Parsed parsed -> OK;
      case ParseResult.Rejected(List<Violation> violations) -> {
        violations.forEach(out::println);
        yield BAD_INPUT;
      }
    };
  }

  private int apply(CommandLine line) throws UsageException, IOException {
    List<SourceFile> files = new SpecificationFiles(line.paths()).read();
    String secrets =
        line.option("--secrets-dir")
            .map(text -> Path.of(text).toAbsolutePath().toString())
            .orElse(null);
    return told(ask(line, new ControlRequest("apply", null, null, files, secrets)));
  }

  private int status(CommandLine line) throws UsageException, IOException {
    String form = line.option("-o").orElse("text");
    if (!form.equals("text") && !form.equals("json")) {
      throw new UsageException("-o is text or json, not " + form);
    }
    boolean watch = line.option("--watch").isPresent();
    do {
      ControlReply reply = ask(line, ControlRequest.of("status"));
      if (reply.exit() != OK) {
        return told(reply);
      }
      JsonNode status = reply.content();
      out.print(form.equals("json") ? status + "\n" : StatusText.status(status));
      out.flush();
    } while (watch && pause());
    return OK;
  }

  private boolean pause() {
    try {
      TimeUnit.SECONDS.sleep(1);
      return !out.checkError();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private int events(CommandLine line) throws IOException {
    ControlReply reply = ask(line, ControlRequest.of("events"));
    if (reply.exit() == OK) {
      out.print(StatusText.events(reply.content()));
    }
    return told(reply);
  }

  private int restart(CommandLine line) throws IOException {
    String instance = line.operands().isEmpty() ? null : line.operands().getFirst();
    return told(ask(line, new ControlRequest("restart", instance, null, null, null)));
  }

  private int drain(CommandLine line) throws UsageException, IOException {
    if (line.operands().size() != 1) {
      throw new UsageException("drain needs the id of one instance; see scalws status");
    }
    return told(
        ask(line, new ControlRequest("drain", line.operands().getFirst(), null, null, null)));
  }

  private int scale(CommandLine line) throws UsageException, IOException {
    String text = line.operands().size() == 1 ? line.operands().getFirst() : "";
    if (!text.equals("auto") && !text.matches("[0-9]{1,4}")) {
      throw new UsageException("scale needs a number of instances or auto");
    }
    Integer count = text.equals("auto") ? null : Integer.valueOf(text);
    return told(ask(line, new ControlRequest("scale", null, count, null, null)));
  }

  private int stop(CommandLine line) throws IOException {
    return told(ask(line, ControlRequest.of("stop")));
  }

  private int version() {
    out.println("scalws " + version);
    return OK;
  }

  private int help(CommandLine line) throws UsageException {
    if (line.operands().isEmpty()) {
      out.print(Help.all());
      return OK;
    }
    String command = line.operands().getFirst();
    if (!Help.knows(command)) {
      throw new UsageException("there is no command " + command + "; see scalws help");
    }
    out.print(Help.of(command));
    return OK;
  }

  private ControlReply ask(CommandLine line, ControlRequest request) throws IOException {
    return new ControlClient(line.stateDirectory(environment)).ask(request);
  }

  private int told(ControlReply reply) {
    if (reply.message() != null && !reply.message().isEmpty()) {
      (reply.exit() == OK ? out : err).println(reply.message());
    }
    return reply.exit();
  }
}

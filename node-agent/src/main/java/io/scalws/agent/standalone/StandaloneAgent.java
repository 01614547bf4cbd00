package io.scalws.agent.standalone;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.scalws.agent.admin.ControlReply;
import io.scalws.agent.admin.ControlRequest;
import io.scalws.agent.conduct.Conductor;
import io.scalws.agent.conduct.Outcome;
import io.scalws.agent.standalone.SpecificationLoader.Loaded;
import io.scalws.planning.spec.ResolvedSpecification.NodeFacts;
import io.scalws.planning.spec.SourceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns files and requests into commands for the conductor. Any thread may use it. */
public final class StandaloneAgent {
  private static final Logger LOG = LoggerFactory.getLogger(StandaloneAgent.class);
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private final Conductor conductor;
  private final SpecificationLoader loader;
  private final SpecificationFiles files;
  private final NodeFacts facts;

  public StandaloneAgent(
      Conductor conductor, SpecificationLoader loader, SpecificationFiles files, NodeFacts facts) {
    this.conductor = conductor;
    this.loader = loader;
    this.files = files;
    this.facts = facts;
  }

  /** Reads the files again; what is wrong with them is logged, and nothing changes. */
  public void reload(String why) {
    LOG.info("Reading the files again why=\"{}\"", why);
    try {
      Outcome outcome = await(apply(files.read(), facts));
      if (outcome.kind() == Outcome.Kind.COMMITTED) {
        LOG.info("Reloaded outcome={} message=\"{}\"", outcome.kind(), outcome.message());
      } else {
        LOG.error("Not reloaded outcome={} reason=\"{}\"", outcome.kind(), outcome.message());
      }
    } catch (IOException e) {
      LOG.error("Not reloaded reason=\"{}\"", e.getMessage());
    }
  }

  private CompletableFuture<Outcome> apply(List<SourceFile> texts, NodeFacts with)
      throws IOException {
    return switch (loader.load(texts, with)) {
      case Loaded.Bad(List<String> violations) ->
          CompletableFuture.completedFuture(
              new Outcome(Outcome.Kind.BAD_INPUT, String.join("\n", violations)));
      case Loaded.Usable usable -> {
        usable.warnings().forEach(LOG::warn);
        yield conductor.apply(usable.parsed());
      }
    };
  }

  /** Answers the command line; waits for the outcome of what it asks for. */
  public ControlReply answer(ControlRequest request) {
    try {
      return switch (request.command() == null ? "" : request.command()) {
        case "status" -> new ControlReply(0, "", JSON.valueToTree(await(conductor.status())));
        case "events" -> new ControlReply(0, "", JSON.valueToTree(await(conductor.events())));
        case "apply" -> reply(await(apply(request)));
        case "restart" -> reply(await(conductor.restart(Optional.ofNullable(request.instance()))));
        case "drain" -> drain(request);
        case "scale" -> reply(await(conductor.scale(Optional.ofNullable(request.count()))));
        case "stop" -> reply(await(conductor.stop()));
        default ->
            new ControlReply(2, "the agent does not know the command " + request.command(), null);
      };
    } catch (IOException e) {
      return new ControlReply(1, e.getMessage(), null);
    }
  }

  private CompletableFuture<Outcome> apply(ControlRequest request) throws IOException {
    if (request.files() == null || request.files().isEmpty()) {
      return CompletableFuture.completedFuture(
          new Outcome(Outcome.Kind.BAD_INPUT, "no files were sent"));
    }
    NodeFacts with =
        request.secretsDirectory() == null
            ? facts
            : HostFacts.facts(
                Path.of(request.secretsDirectory()), Path.of(facts.selfSignedDirectory()));
    return apply(request.files(), with);
  }

  private ControlReply drain(ControlRequest request) throws IOException {
    return request.instance() == null
        ? new ControlReply(2, "drain needs the id of an instance", null)
        : reply(await(conductor.drain(request.instance())));
  }

  private static ControlReply reply(Outcome outcome) {
    return new ControlReply(outcome.kind().exitCode(), outcome.message(), null);
  }

  /** Waits for the conductor; its end is an answer too. */
  public <T> T await(CompletableFuture<T> answer) throws IOException {
    try {
      CompletableFuture.anyOf(answer, conductor.ended()).get();
      if (!answer.isDone()) {
        throw new IOException("the agent has ended");
      }
      return answer.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IOException(String.valueOf(e.getCause().getMessage()), e);
    }
  }
}

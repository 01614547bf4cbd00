package io.scalws.agent;

import io.scalws.agent.admin.AdminEndpoint;
import io.scalws.agent.admin.ControlServer;
import io.scalws.agent.command.ScalwsCommand;
import io.scalws.agent.command.ScalwsCommand.RunOptions;
import io.scalws.agent.conduct.AgentMetrics;
import io.scalws.agent.conduct.Conductor;
import io.scalws.agent.conduct.Outcome;
import io.scalws.agent.conduct.Parts;
import io.scalws.agent.handout.AgentSocket;
import io.scalws.agent.standalone.CertificateCheck;
import io.scalws.agent.standalone.FileWatch;
import io.scalws.agent.standalone.HostFacts;
import io.scalws.agent.standalone.Signals;
import io.scalws.agent.standalone.SpecificationFiles;
import io.scalws.agent.standalone.SpecificationLoader;
import io.scalws.agent.standalone.SpecificationLoader.Loaded;
import io.scalws.agent.standalone.StandaloneAgent;
import io.scalws.agent.state.AgentState;
import io.scalws.agent.state.MasterKey;
import io.scalws.agent.state.StateDirectory;
import io.scalws.agent.supervise.ProcessCommands;
import io.scalws.agent.supervise.Supervisor;
import io.scalws.link.MessageListener;
import io.scalws.planning.spec.Listener;
import io.scalws.planning.spec.ParseResult;
import io.scalws.planning.spec.ParseResult.Parsed;
import io.scalws.planning.spec.ResolvedSpecification.NodeFacts;
import io.scalws.planning.spec.RuntimeModel;
import io.scalws.planning.spec.SourceFile;
import io.scalws.planning.spec.SpecParser;
import io.scalws.planning.spec.Violation;
import io.scalws.protocol.socket.SocketIdentity;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Main class: {@code scalws} and all its commands. */
public final class NodeAgent {
  private static final Logger LOG = LoggerFactory.getLogger(NodeAgent.class);
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int BAD_INPUT = 2;

  /** How long "ready" waits for HTTP/3; longer than a quic-lb gathers registrations. */
  private static final long READER_SECONDS = 10;

  private final PrintStream out;
  private final PrintStream err;
  private final ProcessCommands commands;
  private final RunOptions options;
  private final AtomicInteger exitCode = new AtomicInteger(OK);

  private NodeAgent(
      PrintStream out, PrintStream err, ProcessCommands commands, RunOptions options) {
    this.out = out;
    this.err = err;
    this.commands = commands;
    this.options = options;
  }

  public static void main(String[] words) {
    System.exit(run(() -> ProcessCommands.of(System.getProperty("scalws.home", "")), words));
  }

  /** How children are started, found out only when an agent is to run. */
  interface CommandsSource {
    ProcessCommands commands() throws IOException;
  }

  /** Returns the exit code of one command. */
  static int run(CommandsSource source, String... words) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    return new ScalwsCommand(
            out, err, System.getenv(), version(), options -> start(out, err, source, options))
        .run(words);
  }

  private static String version() {
    return Optional.ofNullable(NodeAgent.class.getPackage().getImplementationVersion())
        .orElse("0.1.0");
  }

  private static int start(
      PrintStream out, PrintStream err, CommandsSource source, RunOptions options) {
    AgentLog.configure(options.jsonLog());
    try {
      return new NodeAgent(out, err, source.commands(), options).run();
    } catch (SpecificationFiles.UnreadableException e) {
      err.println(e.getMessage());
      return BAD_INPUT;
    } catch (IOException e) {
      err.println("scalws: " + e.getMessage());
      return FAILED;
    }
  }

  private int run() throws IOException {
    List<SourceFile> files = options.files().read();
    Path state = options.stateDirectory();
    NodeFacts facts =
        HostFacts.facts(
            options.secretsDirectory().orElse(state.resolve("secrets")),
            state.resolve("self-signed"));
    // Bad input is told before anything is touched.
    if (SpecParser.parse(files, facts, 1) instanceof ParseResult.Rejected rejected) {
      rejected.violations().stream().map(Violation::toString).forEach(err::println);
      return BAD_INPUT;
    }
    MessageListener.requireShort(state.resolve("agent.sock"));
    try (StateDirectory directory = StateDirectory.open(state)) {
      return run(directory, files, facts);
    }
  }

  private int run(StateDirectory directory, List<SourceFile> files, NodeFacts facts)
      throws IOException {
    SpecificationLoader loader = new SpecificationLoader(new CertificateCheck(commands));
    return switch (loader.load(files, facts)) {
      case Loaded.Bad(List<String> violations) -> {
        violations.forEach(err::println);
        yield BAD_INPUT;
      }
      case Loaded.Usable(Parsed parsed, List<String> warnings) -> {
        warnings.forEach(LOG::warn);
        HostFacts.lowLimits().forEach(LOG::warn);
        yield serve(directory, loader, parsed, facts);
      }
    };
  }

  private int serve(
      StateDirectory directory, SpecificationLoader loader, Parsed parsed, NodeFacts facts)
      throws IOException {
    try (AdminEndpoint admin = AdminEndpoint.open(adminAddress())) {
      AgentMetrics metrics = new AgentMetrics();
      Conductor conductor =
          new Conductor(
              new Parts(
                  directory,
                  predecessor(directory),
                  MasterKey.in(directory, new SecureRandom()),
                  commands,
                  new Supervisor(directory.path("logs")),
                  metrics,
                  monotonic(),
                  version(),
                  Optional.of(admin.address())));
      StandaloneAgent agent = new StandaloneAgent(conductor, loader, options.files(), facts);
      AgentSocket sockets = AgentSocket.open(directory.path("agent.sock"), conductor);
      try {
        conductor.start();
        serve(admin, conductor, metrics);
        control(directory, conductor, agent, parsed);
      } finally {
        sockets.close();
      }
      return exitCode.get();
    }
  }

  private static void serve(AdminEndpoint admin, Conductor conductor, AgentMetrics metrics) {
    admin.serve(
        new AdminEndpoint.Views(
            metrics::render,
            () -> conductor.isReady().join(),
            () -> conductor.status().join().toJson() + "\n"));
    LOG.info("The admin endpoint listens address={}", admin.address());
  }

  private void control(
      StateDirectory directory, Conductor conductor, StandaloneAgent agent, Parsed parsed)
      throws IOException {
    ControlServer control = ControlServer.open(directory.path("control.sock"), agent::answer);
    try {
      follow(conductor, agent);
      first(conductor, agent, parsed);
      conductor.ended().join();
    } finally {
      control.close();
    }
  }

  private InetSocketAddress adminAddress() {
    String text = options.admin();
    int colon = text.lastIndexOf(':');
    String host = text.substring(0, colon).replaceAll("[\\[\\]]", "");
    return new InetSocketAddress(host, Integer.parseInt(text.substring(colon + 1)));
  }

  private void follow(Conductor conductor, StandaloneAgent agent) {
    AtomicInteger told = new AtomicInteger();
    Runnable stop =
        () -> {
          if (told.getAndIncrement() == 0) {
            LOG.info("Told to stop; a second signal ends at once");
            conductor.requestStop();
          } else {
            exitCode.compareAndSet(OK, FAILED);
            conductor.end();
          }
        };
    Signals.on("TERM", stop);
    Signals.on("INT", stop);
    Signals.on("HUP", () -> Thread.ofPlatform().daemon().start(() -> agent.reload("SIGHUP")));
    new FileWatch(options.files(), () -> agent.reload("a file has changed")).start();
  }

  private void first(Conductor conductor, StandaloneAgent agent, Parsed parsed) throws IOException {
    Outcome outcome = agent.await(conductor.apply(parsed));
    switch (outcome.kind()) {
      case COMMITTED -> {
        urls(parsed.model());
        boolean reader =
            conductor
                .readerServes()
                .completeOnTimeout(false, READER_SECONDS, TimeUnit.SECONDS)
                .join();
        if (!reader) {
          LOG.warn("HTTP/3 is not answered yet, no quic-lb serves; see its log");
        }
        out.println("ready");
        out.flush();
      }
      case REJECTED -> {
        outcome.message().lines().forEach(line -> err.println("scalws: " + line));
        if (agent.await(conductor.status()).activeGeneration() == null) {
          exitCode.compareAndSet(OK, FAILED);
          conductor.requestStop();
        } else {
          LOG.error("What an earlier agent had committed serves on; correct the files");
        }
      }
      default -> LOG.info("The first rollout ended outcome={}", outcome.kind());
    }
  }

  private void urls(RuntimeModel model) {
    for (Listener listener : model.listeners()) {
      String scheme = listener.tls().isPresent() ? "https" : "http";
      SocketIdentity first = listener.tcp().first();
      String address =
          first.address().isAny()
              ? "localhost"
              : first.address().isIpv6() ? "[" + first.address() + "]" : first.address().toString();
      String host =
          listener
              .hostname()
              .filter(pattern -> !pattern.wildcard())
              .map(Object::toString)
              .orElse(address);
      out.println(scheme + "://" + host + ":" + listener.port() + "/");
    }
  }

  /** What an earlier agent left; a file that is damaged is said so and begun anew. */
  private static AgentState predecessor(StateDirectory directory) throws IOException {
    String boot = HostFacts.bootId();
    int epoch = new SecureRandom().nextInt(0x10000);
    Optional<byte[]> stored = directory.read("state.json");
    if (stored.isEmpty()) {
      return AgentState.fresh(boot, epoch);
    }
    try {
      AgentState state = AgentState.read(stored.get());
      return state.bootId().equals(boot) ? state : state.afterReboot(boot);
    } catch (IOException e) {
      LOG.warn(
          "The state file is damaged and is begun anew; instances of an earlier agent, if any,"
              + " are not taken over file={} reason=\"{}\"",
          directory.path("state.json"),
          e.getMessage().lines().findFirst().orElse(""));
      return AgentState.fresh(boot, epoch);
    }
  }

  /** The time of day at the start and what has passed since, so that it never jumps. */
  private static InstantSource monotonic() {
    Instant base = Instant.now();
    long start = System.nanoTime();
    return () -> base.plusNanos(System.nanoTime() - start);
  }
}

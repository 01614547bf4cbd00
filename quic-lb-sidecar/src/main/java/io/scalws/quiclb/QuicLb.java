package io.scalws.quiclb;

import io.scalws.link.AgentLink;
import io.scalws.linux.Fd;
import io.scalws.linux.FileLock;
import io.scalws.linux.SyscallException;
import io.scalws.protocol.message.AgentMessage;
import io.scalws.protocol.message.AgentMessage.Hello;
import io.scalws.protocol.message.AgentMessage.Report;
import io.scalws.protocol.message.AgentMessage.Role;
import io.scalws.protocol.message.Measure;
import io.scalws.quiclb.admin.AdminEndpoint;
import io.scalws.quiclb.owner.HopSocket;
import io.scalws.quiclb.route.Outcome;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The demultiplexer process: warms itself up, gets sockets and keys from the agent, waits for the
 * reader lock and serves until it is told to end. The composition root.
 *
 * <p>Good JVM flags: {@code -XX:+UseSerialGC -Xmx32m -Xss512k -XX:TieredStopAtLevel=4
 * --enable-native-access=ALL-UNNAMED}, and an AOT cache.
 */
public final class QuicLb implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(QuicLb.class);
  private static final Duration WARM_UP = Duration.ofSeconds(2);

  private final QuicLbConfig config;
  private final Demux demux;
  private final LoopView view = new LoopView(System::nanoTime);
  private final CountDownLatch granted = new CountDownLatch(1);
  private final CompletableFuture<FileLock> lock = new CompletableFuture<>();
  private final AdminEndpoint admin;
  private final HopSocket hop;
  private final DemuxLoop loop;
  private final AgentLink link;
  private volatile Optional<String> turnedAway = Optional.empty();
  private volatile boolean ended;
  private long reports;

  /** Opens everything but starts no thread but the admin endpoint's. */
  QuicLb(QuicLbConfig config) throws IOException {
    this.config = config;
    demux = Demux.create(new SecureRandom());
    Files.createDirectories(config.folder());
    hop = HopSocket.bind(config.folder().resolve(ProcessHandle.current().pid() + ".sock"));
    admin = AdminEndpoint.open(config.admin(), this::isReady, this::metrics);
    link = new AgentLink(config.agentSocket(), this::hello, this::report, new FromAgent());
    loop = new DemuxLoop(demux, hop, config.gatherDeadline(), view, link::tell);
  }

  /** Exit status: 0 after a clean stop, 1 failed, 2 bad arguments. */
  public static void main(String[] arguments) {
    QuicLbConfig config;
    try {
      config = QuicLbConfig.parse(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println("quic-lb: " + e.getMessage());
      System.exit(2);
      return;
    }
    try (QuicLb process = new QuicLb(config)) {
      Thread main = Thread.currentThread();
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    if (process.stop()) {
                      join(main);
                    }
                  }));
      process.run();
    } catch (IOException e) {
      LOG.error("quic-lb can not go on: {}", e.getMessage());
      System.exit(1);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join(Duration.ofSeconds(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Serves on the calling thread until it is told to stop. */
  void run() throws IOException {
    long routed = WarmUp.run(new SecureRandom(), WARM_UP);
    LOG.info("warmed up: datagrams={}", routed);
    link.start();
    Thread.ofPlatform().name("reader-lock").daemon().start(this::awaitTurn);
    loop.run();
    ended = true;
    if (turnedAway.isPresent()) {
      throw new IOException("the agent refuses this process: " + turnedAway.get());
    }
  }

  /** Any thread; false if it has ended already. */
  boolean stop() {
    if (ended) {
      return false;
    }
    loop.ask(new Command.Stop());
    return true;
  }

  /** Exactly one quic-lb of a node reads: the one that holds the lock, until it dies. */
  private void awaitTurn() {
    Path file = config.folder().resolve("reader.lock");
    try {
      granted.await();
      // Held until the end; the kernel lets go of it however the process ends.
      lock.complete(FileLock.acquire(file));
      LOG.info("this process may read now: lock={}", file);
      if (!ended) {
        loop.ask(new Command.Read());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SyscallException e) {
      LOG.error("the reader lock can not be taken: {}", e.getMessage());
      turnedAway = Optional.of(e.getMessage());
      stop();
    }
  }

  private final class FromAgent implements AgentLink.Listener {
    @Override
    public void heard(AgentMessage message, List<Fd> fds) {
      switch (message) {
        case AgentMessage.Grant grant when fds.size() == grant.sockets().fdCount() -> {
          loop.ask(new Command.Take(grant, fds));
          granted.countDown();
        }
        case AgentMessage.Owners owners -> loop.ask(new Command.Learn(owners));
        case AgentMessage.HandBack request -> loop.ask(new Command.Return(request));
        default -> {
          fds.forEach(Fd::close);
          LOG.warn(
              "a message of the agent is not for quic-lb: type={} fds={}",
              message.getClass().getSimpleName(),
              fds.size());
        }
      }
    }

    @Override
    public void turnedAway(String reason) {
      // With sockets in hand it goes on serving: another agent may come.
      if (granted.getCount() > 0) {
        turnedAway = Optional.of(reason);
        stop();
      }
    }
  }

  private Hello hello(long agentTerm) {
    return new Hello(
        Role.QUIC_LB, config.id(), agentTerm, Optional.empty(), admin.address(), view.held());
  }

  /** Nothing while the loop hangs: the agent ends a silent reader, and the standby takes over. */
  private Optional<AgentMessage> report() {
    return view.isTurning() ? Optional.of(figures()) : Optional.empty();
  }

  private Report figures() {
    Map<Measure, Long> measures = new EnumMap<>(Measure.class);
    long forwarded = 0;
    for (Outcome outcome : Outcome.values()) {
      forwarded += outcome.isForwarded() ? demux.counters().of(outcome) : 0;
    }
    long answered = demux.counters().of(Outcome.ANSWERED_VERSION);
    long total = demux.counters().total();
    measures.put(Measure.DATAGRAMS_RECEIVED_TOTAL, total);
    measures.put(Measure.DATAGRAMS_FORWARDED_TOTAL, forwarded);
    measures.put(Measure.DATAGRAMS_ANSWERED_TOTAL, answered);
    measures.put(Measure.DATAGRAMS_DROPPED_TOTAL, Math.max(0, total - forwarded - answered));
    measures.put(Measure.CPU_NANOS_TOTAL, cpuNanos());
    return new Report(++reports, System.nanoTime(), measures);
  }

  static long cpuNanos() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getProcessCpuTime()
        : 0;
  }

  private boolean isReady() {
    return granted.getCount() == 0;
  }

  private String metrics() {
    return QuicLbMetrics.render(demux.counters(), view);
  }

  /** The admin endpoint's address. */
  String adminAddress() {
    return admin.address();
  }

  @Override
  public void close() throws IOException {
    ended = true;
    link.close();
    admin.close();
    loop.close();
    // Last, so that its successor finds nobody reading.
    var _ = lock.thenAccept(FileLock::close);
  }
}

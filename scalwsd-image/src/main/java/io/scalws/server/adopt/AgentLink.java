package io.scalws.server.adopt;

import io.scalws.linux.Fd;
import io.scalws.protocol.message.AgentMessage;
import io.scalws.protocol.message.AgentMessage.Grant;
import io.scalws.protocol.message.AgentMessage.Hello;
import io.scalws.protocol.message.AgentMessage.Refused;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps in touch with the agent for as long as the process lives: says Hello, passes on what it
 * hears, reports each second. Without an agent it tries again, and the instance serves on.
 */
public final class AgentLink implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AgentLink.class);
  private static final Duration RECONNECT = Duration.ofMillis(250);
  private static final long REPORT_NANOS = Duration.ofSeconds(1).toNanos();
  private static final int OUTGOING = 64;

  /** Hears the agent, on the receiving thread. */
  public interface Listener {
    /**
     * Any message but {@link Refused}.
     *
     * @param fds owned by the listener
     */
    void heard(AgentMessage message, List<Fd> fds);

    /** The agent will give this process nothing, ever. */
    void refused(String why);
  }

  private record Outgoing(AgentMessage message, List<Fd> fds) {}

  private final Path path;
  private final LongFunction<Hello> hello;
  private final Supplier<AgentMessage> report;
  private final Listener listener;
  private final BlockingQueue<Outgoing> outgoing = new ArrayBlockingQueue<>(OUTGOING);
  private volatile AgentConnection connection;
  private volatile boolean granted;
  private volatile boolean closed;
  private long agentTerm;

  /**
   * @param hello the first message of a connection, by the highest term of an agent seen
   * @param report the figures of one second
   */
  public AgentLink(
      Path path, LongFunction<Hello> hello, Supplier<AgentMessage> report, Listener listener) {
    this.path = path;
    this.hello = hello;
    this.report = report;
    this.listener = listener;
  }

  /** Connects and stays connected. */
  public void start() {
    Thread.ofPlatform().name("agent-receive").daemon().start(this::receive);
    Thread.ofPlatform().name("agent-send").daemon().start(this::send);
  }

  /**
   * Sends soon. Without an agent the message is lost; the next Hello tells all that matters.
   *
   * @param fds owned by the link from now on
   */
  public void tell(AgentMessage message, List<Fd> fds) {
    if (!outgoing.offer(new Outgoing(message, fds))) {
      fds.forEach(Fd::close);
      LOG.warn("the agent reads nothing, message={} lost", message.getClass().getSimpleName());
    }
  }

  private void receive() {
    boolean complained = false;
    while (!closed) {
      Duration pause = RECONNECT;
      try (AgentConnection open = AgentConnection.open(path)) {
        open.send(hello.apply(agentTerm), List.of());
        connection = open;
        complained = false;
        pause = converse(open);
      } catch (IOException e) {
        if (!complained && !closed) {
          complained = true;
          LOG.info("no agent, trying again, socket={} reason={}", path, e.getMessage());
        }
      } finally {
        connection = null;
        granted = false;
      }
      try {
        Thread.sleep(pause);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private Duration converse(AgentConnection open) throws IOException {
    while (true) {
      AgentConnection.Received received = open.receive();
      if (received.message() instanceof Refused refused) {
        received.fds().forEach(Fd::close);
        LOG.warn("the agent refuses, reason={}: {}", refused.reason(), refused.message());
        if (refused.retryAfter().isZero()) {
          listener.refused(refused.message());
        }
        return refused.retryAfter().isZero() ? RECONNECT : refused.retryAfter();
      }
      if (received.message() instanceof Grant grant) {
        agentTerm = Math.max(agentTerm, grant.agentTerm());
        granted = true;
      }
      listener.heard(received.message(), received.fds());
    }
  }

  private void send() {
    long reportAt = System.nanoTime() + REPORT_NANOS;
    try {
      while (!closed) {
        Outgoing next =
            outgoing.poll(Math.max(0, reportAt - System.nanoTime()), TimeUnit.NANOSECONDS);
        if (next == null) {
          reportAt = System.nanoTime() + REPORT_NANOS;
          next = granted ? new Outgoing(report.get(), List.of()) : null;
        }
        if (next != null) {
          deliver(next);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void deliver(Outgoing next) {
    AgentConnection open = connection;
    try {
      if (open != null) {
        open.send(next.message(), next.fds());
      }
    } catch (IOException e) {
      LOG.debug("not sent, message={} reason={}", next.message(), e.getMessage());
    } finally {
      next.fds().forEach(Fd::close);
    }
  }

  @Override
  public void close() {
    closed = true;
    AgentConnection open = connection;
    if (open != null) {
      open.close();
    }
  }
}

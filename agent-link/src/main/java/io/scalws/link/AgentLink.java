package io.scalws.link;

import io.scalws.linux.Fd;
import io.scalws.protocol.message.AgentMessage;
import io.scalws.protocol.message.AgentMessage.Grant;
import io.scalws.protocol.message.AgentMessage.Hello;
import io.scalws.protocol.message.AgentMessage.Refused;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a process in touch with the agent for as long as it lives: says Hello, passes on what it
 * hears, reports each second, and connects again when the agent is gone. Without an agent the
 * process serves on. One thread receives; another sends, so that a hung agent holds up nobody.
 */
public final class AgentLink implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AgentLink.class);
  private static final Duration RECONNECT = Duration.ofMillis(250);
  private static final Duration RECONNECT_REFUSED = Duration.ofSeconds(5);
  private static final long REPORT_NANOS = Duration.ofSeconds(1).toNanos();

  /** An agent that reads nothing for long loses news; the next Hello tells all that matters. */
  private static final int OUTGOING = 256;

  /** Hears what the agent says, on the receiving thread. */
  public interface Listener {
    /**
     * Any message but {@link Refused}.
     *
     * @param fds the listener's from now on
     */
    void heard(AgentMessage message, List<Fd> fds);

    /** The agent will give this process nothing, ever. Another agent may. */
    void turnedAway(String reason);
  }

  private record Outgoing(AgentMessage message, List<Fd> fds) {}

  private final Path path;
  private final LongFunction<Hello> hello;
  private final Supplier<Optional<AgentMessage>> report;
  private final Listener listener;
  private final BlockingQueue<Outgoing> outgoing = new ArrayBlockingQueue<>(OUTGOING);
  private volatile MessageSocket connection;
  private volatile boolean closed;
  private long agentTerm;

  /**
   * @param hello makes the first message of each connection, for the highest agent term seen
   * @param report makes the figures of one second; empty while the process does not do its job, so
   *     that the agent hears nothing and ends it
   */
  public AgentLink(
      Path path,
      LongFunction<Hello> hello,
      Supplier<Optional<AgentMessage>> report,
      Listener listener) {
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
   * Sends soon; any thread. Without an agent the message is lost.
   *
   * @param fds the link's from now on
   */
  public void tell(AgentMessage message, List<Fd> fds) {
    if (!outgoing.offer(new Outgoing(message, fds))) {
      fds.forEach(Fd::close);
      LOG.warn("The agent does not read, a message is lost type={}", name(message));
    }
  }

  private static String name(AgentMessage message) {
    return message.getClass().getSimpleName();
  }

  private void receive() {
    boolean complained = false;
    while (!closed) {
      Duration pause = RECONNECT;
      try (MessageSocket open = MessageSocket.connect(path)) {
        open.send(hello.apply(agentTerm), List.of());
        connection = open;
        LOG.info("Connected to the agent socket={}", path);
        complained = false;
        pause = converse(open);
      } catch (IOException e) {
        if (!complained && !closed) {
          complained = true;
          LOG.info("No agent, trying again socket={} reason=\"{}\"", path, e.getMessage());
        }
      } finally {
        connection = null;
      }
      try {
        Thread.sleep(pause);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** Until the agent refuses; returns how long to wait before the next connection. */
  private Duration converse(MessageSocket open) throws IOException {
    while (true) {
      switch (open.receive()) {
        case MessageSocket.Received.Garbled(String detail) ->
            throw new IOException("the agent sent what is no message: " + detail);
        case MessageSocket.Received.Message(Refused refused, List<Fd> fds) -> {
          fds.forEach(Fd::close);
          LOG.warn(
              "The agent refuses reason={} message=\"{}\"", refused.reason(), refused.message());
          if (!refused.retryAfter().isZero()) {
            return refused.retryAfter();
          }
          listener.turnedAway(refused.message());
          return RECONNECT_REFUSED;
        }
        case MessageSocket.Received.Message(AgentMessage message, List<Fd> fds) -> {
          if (message instanceof Grant grant) {
            agentTerm = Math.max(agentTerm, grant.agentTerm());
          }
          listener.heard(message, fds);
        }
      }
    }
  }

  private void send() {
    long reportAt = System.nanoTime() + REPORT_NANOS;
    try {
      while (!closed) {
        Outgoing next =
            outgoing.poll(Math.max(0, reportAt - System.nanoTime()), TimeUnit.NANOSECONDS);
        if (next != null) {
          deliver(next);
        } else {
          reportAt = System.nanoTime() + REPORT_NANOS;
          report.get().ifPresent(figures -> deliver(new Outgoing(figures, List.of())));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void deliver(Outgoing next) {
    MessageSocket open = connection;
    try {
      if (open != null) {
        open.send(next.message(), next.fds());
      }
    } catch (IOException e) {
      LOG.debug("Not sent type={} reason=\"{}\"", name(next.message()), e.getMessage());
    } finally {
      next.fds().forEach(Fd::close);
    }
  }

  @Override
  public void close() {
    closed = true;
    MessageSocket open = connection;
    if (open != null) {
      open.close();
    }
  }
}

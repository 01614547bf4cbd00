package io.scalws.quiclb.agent;

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
 * Keeps a connection to the agent: says Hello, hands on what comes, reports each second, and
 * connects again for as long as the process lives.
 */
public final class AgentLink implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AgentLink.class);

  private static final Duration RECONNECT = Duration.ofMillis(250);
  private static final Duration REPORT = Duration.ofSeconds(1);
  // An agent that reads nothing for long loses news; the next connection tells all again.
  private static final int OUTGOING = 256;

  /** Hears what the agent says; on the receiving thread. */
  public interface Listener {
    /** A message that is no refusal, and descriptors, the listener's from now on. */
    void heard(AgentMessage message, List<Fd> fds);

    /** The agent will never give anything to this process. */
    void turnedAway(String reason);
  }

  private record Outgoing(AgentMessage message, List<Fd> fds) {}

  private final Path path;
  private final LongFunction<Hello> hello;
  private final Supplier<Optional<AgentMessage>> report;
  private final Listener listener;
  private final BlockingQueue<Outgoing> outgoing = new ArrayBlockingQueue<>(OUTGOING);
  private volatile AgentConnection connection;
  private volatile boolean closed;
  private long agentTerm;
  private boolean complained;

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

  public void start() {
    Thread.ofPlatform().name("agent-receive").daemon().start(this::receive);
    Thread.ofPlatform().name("agent-send").daemon().start(this::send);
  }

  /** Sends soon, or drops the message with a full queue; takes over the descriptors. Any thread. */
  public void tell(AgentMessage message, List<Fd> fds) {
    if (!outgoing.offer(new Outgoing(message, fds))) {
      fds.forEach(Fd::close);
      LOG.warn("the agent does not read; a message was dropped: type={}", name(message));
    }
  }

  private static String name(AgentMessage message) {
    return message.getClass().getSimpleName();
  }

  private void receive() {
    while (!closed) {
      Duration pause = RECONNECT;
      try (AgentConnection open = AgentConnection.open(path)) {
        open.send(hello.apply(agentTerm), List.of());
        connection = open;
        LOG.info("connected to the agent: socket={}", path);
        complained = false;
        pause = serve(open);
      } catch (IOException e) {
        if (!complained && !closed) {
          LOG.info(
              "no agent, serving on and trying again: socket={} reason={}", path, e.getMessage());
          complained = true;
        }
      } finally {
        connection = null;
      }
      if (!pause(pause)) {
        return;
      }
    }
  }

  /** Until the connection ends; returns how long to wait before the next one. */
  private Duration serve(AgentConnection open) throws IOException {
    while (true) {
      AgentConnection.Received received = open.receive();
      switch (received.message()) {
        case Refused refused -> {
          received.fds().forEach(Fd::close);
          LOG.warn("the agent refused: reason={} message={}", refused.reason(), refused.message());
          if (refused.retryAfter().isZero()) {
            listener.turnedAway(refused.message());
            return RECONNECT.multipliedBy(20);
          }
          return refused.retryAfter();
        }
        case Grant grant -> {
          agentTerm = Math.max(agentTerm, grant.agentTerm());
          listener.heard(grant, received.fds());
        }
        default -> listener.heard(received.message(), received.fds());
      }
    }
  }

  private void send() {
    long reportAt = System.nanoTime() + REPORT.toNanos();
    while (!closed) {
      try {
        long wait = reportAt - System.nanoTime();
        Outgoing next = outgoing.poll(Math.max(0, wait), TimeUnit.NANOSECONDS);
        if (next != null) {
          deliver(next);
        } else {
          reportAt = System.nanoTime() + REPORT.toNanos();
          report.get().ifPresent(figures -> deliver(new Outgoing(figures, List.of())));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void deliver(Outgoing next) {
    AgentConnection open = connection;
    try {
      if (open != null) {
        open.send(next.message(), next.fds());
      }
    } catch (IOException e) {
      LOG.debug("not sent: type={} reason={}", name(next.message()), e.getMessage());
    } finally {
      next.fds().forEach(Fd::close);
    }
  }

  private static boolean pause(Duration time) {
    try {
      Thread.sleep(time);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
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

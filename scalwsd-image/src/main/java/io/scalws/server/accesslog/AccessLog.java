package io.scalws.server.accesslog;

import io.scalws.server.dispatch.RequestObserver;
import io.scalws.server.exchange.Exchange;
import io.scalws.server.exchange.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a line for each request that ends, from a thread of its own. When the output is slower
 * than the requests, lines are dropped and counted; no request ever waits for its line.
 */
public final class AccessLog implements RequestObserver, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AccessLog.class);

  /** About 4 MB of records at most. */
  private static final int MAX_WAITING = 16 * 1024;

  private static final int BATCH = 256;
  private static final Duration POLL = Duration.ofMillis(200);

  private final AccessFormat format;
  private final OutputStream output;
  private final BlockingQueue<AccessRecord> waiting;
  private final LongAdder dropped = new LongAdder();
  private final Thread writer = new Thread(this::run, "access-log");
  private volatile boolean closing;

  private AccessLog(AccessFormat format, OutputStream output, int maxWaiting) {
    this.format = format;
    this.output = output;
    this.waiting = new ArrayBlockingQueue<>(maxWaiting);
  }

  /**
   * Begins to write.
   *
   * @param output of the writing thread alone from now on; not closed
   */
  public static AccessLog start(AccessFormat format, OutputStream output) {
    return start(format, output, MAX_WAITING);
  }

  static AccessLog start(AccessFormat format, OutputStream output, int maxWaiting) {
    AccessLog log = new AccessLog(format, output, maxWaiting);
    log.writer.setDaemon(true);
    log.writer.start();
    return log;
  }

  @Override
  public void ended(Exchange exchange, Outcome outcome, long nanos) {
    boolean taken =
        waiting.offer(
            new AccessRecord(
                Instant.now(),
                exchange.request(),
                exchange.status(),
                exchange.octetsReceived(),
                exchange.octetsSent(),
                Duration.ofNanos(nanos),
                outcome));
    if (!taken) {
      dropped.increment();
    }
  }

  /** Lines that were not written because the output was too slow or broken. */
  public long dropped() {
    return dropped.sum();
  }

  private void run() {
    List<AccessRecord> batch = new ArrayList<>(BATCH);
    try {
      while (!closing || !waiting.isEmpty()) {
        AccessRecord first = waiting.poll(POLL.toMillis(), TimeUnit.MILLISECONDS);
        if (first != null) {
          batch.add(first);
          waiting.drainTo(batch, BATCH - 1);
          write(batch);
          batch.clear();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(List<AccessRecord> batch) {
    StringBuilder lines = new StringBuilder();
    batch.forEach(each -> lines.append(format.line(each)));
    try {
      output.write(lines.toString().getBytes(StandardCharsets.UTF_8));
      output.flush();
    } catch (IOException e) {
      dropped.add(batch.size());
      LOG.debug("the access log can not be written", e);
    }
  }

  /** Writes what waits, within a second. */
  @Override
  public void close() {
    closing = true;
    try {
      writer.join(Duration.ofSeconds(1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    writer.interrupt();
  }
}

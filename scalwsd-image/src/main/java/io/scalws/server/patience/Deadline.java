package io.scalws.server.patience;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Tells when a wait lasts too long. A wait that begins anew costs one field: the timer that runs
 * looks at it when it fires. Event loop only.
 */
public final class Deadline {
  private final EventExecutor executor;
  private final Runnable expired;
  private boolean waiting;
  private long at;
  private Future<?> timer;
  private long timerAt;

  /**
   * @param expired called once for each wait that lasted too long
   */
  public Deadline(EventExecutor executor, Runnable expired) {
    this.executor = executor;
    this.expired = expired;
  }

  /** Begins a wait, or begins it anew. */
  public void within(Duration limit) {
    waiting = true;
    at = now() + limit.toNanos();
    if (timer != null && timerAt - at > 0) {
      timer.cancel(false);
      timer = null;
    }
    if (timer == null) {
      schedule();
    }
  }

  /** The wait is over; the timer, if there is one, will find nothing to do. */
  public void met() {
    waiting = false;
  }

  /** The connection is gone: no timer may keep it in memory. */
  public void discard() {
    waiting = false;
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }

  private long now() {
    return executor.ticker().nanoTime();
  }

  private void schedule() {
    timerAt = at;
    timer = executor.schedule(this::fired, at - now(), TimeUnit.NANOSECONDS);
  }

  private void fired() {
    timer = null;
    if (!waiting) {
      return;
    }
    if (at - now() > 0) {
      schedule();
      return;
    }
    waiting = false;
    expired.run();
  }
}

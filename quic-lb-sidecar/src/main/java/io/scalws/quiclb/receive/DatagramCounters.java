package io.scalws.quiclb.receive;

import io.scalws.quiclb.route.Outcome;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How many datagrams had which outcome. One thread counts, any thread reads: stores are ordered but
 * not atomic additions.
 */
public final class DatagramCounters {
  private final AtomicLongArray counts = new AtomicLongArray(Outcome.values().length);

  void add(Outcome outcome, long datagrams) {
    int index = outcome.index();
    counts.setRelease(index, counts.getPlain(index) + datagrams);
  }

  public long of(Outcome outcome) {
    return counts.getAcquire(outcome.index());
  }

  /** Of all outcomes. */
  public long total() {
    long sum = 0;
    for (int i = 0; i < counts.length(); i++) {
      sum += counts.getAcquire(i);
    }
    return sum;
  }
}

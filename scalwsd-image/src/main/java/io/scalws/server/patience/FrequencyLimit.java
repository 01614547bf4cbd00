package io.scalws.server.patience;

import java.time.Duration;

/**
 * Whether something happens too often: at most so many times in a window of time that begins with
 * the first of them. For frames that cost the server work and the client nothing.
 */
public final class FrequencyLimit {
  private final int most;
  private final long windowNanos;
  private long windowBegan;
  private int count;

  public FrequencyLimit(int most, Duration window) {
    this.most = most;
    this.windowNanos = window.toNanos();
  }

  /**
   * It happened once more.
   *
   * @param now on the monotonic clock, in nanoseconds
   * @return whether that is still bearable
   */
  public boolean allows(long now) {
    if (count == 0 || now - windowBegan >= windowNanos) {
      windowBegan = now;
      count = 0;
    }
    count++;
    return count <= most;
  }
}

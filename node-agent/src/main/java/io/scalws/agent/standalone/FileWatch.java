package io.scalws.agent.standalone;

import java.util.concurrent.TimeUnit;

/**
 * Notices changed files by looking at them twice a second: that works with files that are replaced,
 * with links that are moved (as Kubernetes does with mounted volumes) and on every file system.
 */
public final class FileWatch {
  private static final long PERIOD_MILLIS = 500;

  private final SpecificationFiles files;
  private final Runnable onChange;

  public FileWatch(SpecificationFiles files, Runnable onChange) {
    this.files = files;
    this.onChange = onChange;
  }

  /** Begins on a thread of its own, which also calls back. */
  public void start() {
    String first = files.fingerprint();
    Thread.ofPlatform().daemon().name("file-watch").start(() -> watch(first));
  }

  private void watch(String first) {
    String known = first;
    String before = first;
    while (true) {
      try {
        TimeUnit.MILLISECONDS.sleep(PERIOD_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      String now = files.fingerprint();
      // Unchanged for one period: whoever writes has finished.
      if (now.equals(before) && !now.equals(known)) {
        known = now;
        onChange.run();
      }
      before = now;
    }
  }
}

package io.scalws.server;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * SIGTERM and SIGINT: the JVM's own shutdown waits until the work is drained, so that the process
 * ends with what {@code main} returns.
 */
final class Termination {
  private static final long LONGEST_HOURS = 25;

  private final CountDownLatch finished = new CountDownLatch(1);
  private final Thread hook;

  private Termination(Runnable onSignal) {
    hook =
        Thread.ofPlatform()
            .name("signal")
            .unstarted(
                () -> {
                  onSignal.run();
                  try {
                    finished.await(LONGEST_HOURS, TimeUnit.HOURS);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
  }

  /**
   * @param onSignal must not block; called at most once
   */
  static Termination watch(Runnable onSignal) {
    Termination termination = new Termination(onSignal);
    Runtime.getRuntime().addShutdownHook(termination.hook);
    return termination;
  }

  /** Nothing is left to do: the process may end. */
  void finished() {
    finished.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It is running, and ends now.
      return;
    }
  }
}

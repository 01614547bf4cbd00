package io.scalws.server;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * SIGTERM and SIGINT: the JVM's own shutdown waits until the work is drained. Left to itself it
 * would end with the number of the signal; a drained process has succeeded.
 */
final class Termination {
  private static final long LONGEST_HOURS = 25;

  private final CountDownLatch finished = new CountDownLatch(1);
  private volatile int status = 1;
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
                    Runtime.getRuntime().halt(status);
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

  /**
   * Nothing is left to do: the process may end.
   *
   * @param exitStatus of the process if a signal ends it
   */
  void finished(int exitStatus) {
    status = exitStatus;
    finished.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It is running, and ends now.
      return;
    }
  }
}

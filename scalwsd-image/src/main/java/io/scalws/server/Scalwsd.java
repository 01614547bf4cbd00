package io.scalws.server;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The main class. Exit status: 0 drained, 1 failed, 2 bad input. */
public final class Scalwsd {
  private static final Logger LOG = LoggerFactory.getLogger(Scalwsd.class);

  private Scalwsd() {}

  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  private static int run(String... arguments) {
    ScalwsdConfig config;
    try {
      config = ScalwsdConfig.parse(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println("scalwsd: " + e.getMessage());
      return 2;
    }
    try {
      return switch (config.mode()) {
        case ScalwsdConfig.Mode.Alone alone -> new Alone(alone, config.admin()).run();
        case ScalwsdConfig.Mode.UnderAgent under -> new UnderAgent(under, config.admin()).run();
      };
    } catch (IOException e) {
      LOG.error("failed: {}", e.getMessage());
      System.err.println("scalwsd: " + e.getMessage());
      return 1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    }
  }
}

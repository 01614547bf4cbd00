package io.scalws.quiclb;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How the process is started; parsed once from its arguments.
 *
 * @param agentSocket {@code --agent-socket PATH}, required: where the agent listens. Its folder is
 *     the state directory, whose {@code quic-lb} folder holds the hop's socket and the lock
 * @param id {@code --id ID}, required: {@code quic-lb-1}
 * @param admin {@code --admin HOST:PORT}, default {@code 127.0.0.1:0}: where metrics and health are
 *     served; port 0 takes a free one
 * @param gatherDeadline {@code --gather-deadline MILLISECONDS}, default 5000: how long to wait for
 *     the registrations that the agent expects before reading
 */
public record QuicLbConfig(
    Path agentSocket, String id, InetSocketAddress admin, Duration gatherDeadline) {

  private static final String USAGE =
      "usage: quic-lb --agent-socket PATH --id ID [--admin HOST:PORT]"
          + " [--gather-deadline MILLISECONDS]";

  /** Fails with a sentence for the user. */
  static QuicLbConfig parse(String... arguments) {
    Path agentSocket = null;
    String id = null;
    InetSocketAddress admin = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    Duration gatherDeadline = Duration.ofSeconds(5);
    for (int i = 0; i < arguments.length; i += 2) {
      if (i + 1 == arguments.length) {
        throw new IllegalArgumentException(arguments[i] + " needs a value; " + USAGE);
      }
      String value = arguments[i + 1];
      switch (arguments[i]) {
        case "--agent-socket" -> agentSocket = Path.of(value);
        case "--id" -> id = value;
        case "--admin" -> admin = address(value);
        case "--gather-deadline" -> gatherDeadline = Duration.ofMillis(number(value, 3_600_000));
        default ->
            throw new IllegalArgumentException("unknown option " + arguments[i] + "; " + USAGE);
      }
    }
    if (agentSocket == null || id == null) {
      throw new IllegalArgumentException("--agent-socket and --id are needed; " + USAGE);
    }
    return new QuicLbConfig(agentSocket.toAbsolutePath(), id, admin, gatherDeadline);
  }

  private static InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 1) {
      throw new IllegalArgumentException("--admin takes HOST:PORT, not " + text);
    }
    String host = text.substring(0, colon).replaceAll("[\\[\\]]", "");
    try {
      return new InetSocketAddress(
          InetAddress.ofLiteral(host), number(text.substring(colon + 1), 65_535));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--admin takes the address and port of an interface, not " + text, e);
    }
  }

  private static int number(String text, int most) {
    if (!text.matches("[0-9]{1,7}") || Integer.parseInt(text) > most) {
      throw new IllegalArgumentException(text + " is no number from 0 to " + most);
    }
    return Integer.parseInt(text);
  }

  /** Where hop sockets and the reader lock are. */
  Path folder() {
    return agentSocket.resolveSibling("quic-lb");
  }
}

package io.scalws.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How the process is started; parsed once from its arguments.
 *
 * @param mode under an agent or alone
 * @param admin {@code --admin HOST:PORT}, default {@code 127.0.0.1:0}: where metrics and health
 *     are; port 0 takes a free one
 */
record ScalwsdConfig(Mode mode, InetSocketAddress admin) {
  static final String USAGE =
      "usage: scalwsd --agent-socket PATH --id ID [--admin HOST:PORT]\n"
          + "       scalwsd --alone FILE [--secrets-dir DIR] [--admin HOST:PORT]";

  /** Who gives the instance its sockets. */
  sealed interface Mode {
    /**
     * An agent.
     *
     * @param socket {@code --agent-socket PATH}: where it listens; quic-lb's folder is beside it
     * @param id {@code --id ID}: {@code web-1}
     */
    record UnderAgent(Path socket, String id) implements Mode {}

    /**
     * Nobody: the instance binds them itself.
     *
     * @param file {@code --alone FILE}: the ScalwsRuntime
     * @param secrets {@code --secrets-dir DIR}: where the certificates are
     */
    record Alone(Path file, Optional<Path> secrets) implements Mode {}
  }

  /** Fails with a sentence for the user. */
  static ScalwsdConfig parse(String... arguments) {
    Path socket = null;
    String id = null;
    Path file = null;
    Path secrets = null;
    InetSocketAddress admin = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    for (int i = 0; i < arguments.length; i += 2) {
      if (i + 1 == arguments.length) {
        throw new IllegalArgumentException(arguments[i] + " needs a value\n" + USAGE);
      }
      String value = arguments[i + 1];
      switch (arguments[i]) {
        case "--agent-socket" -> socket = Path.of(value);
        case "--id" -> id = value;
        case "--alone" -> file = Path.of(value);
        case "--secrets-dir" -> secrets = Path.of(value);
        case "--admin" -> admin = address(value);
        default ->
            throw new IllegalArgumentException("unknown option " + arguments[i] + "\n" + USAGE);
      }
    }
    if (file != null && socket == null && id == null) {
      return new ScalwsdConfig(new Mode.Alone(file, Optional.ofNullable(secrets)), admin);
    }
    if (file == null && socket != null && id != null && secrets == null) {
      return new ScalwsdConfig(new Mode.UnderAgent(socket.toAbsolutePath(), id), admin);
    }
    throw new IllegalArgumentException(USAGE);
  }

  private static InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    String port = text.substring(colon + 1);
    if (colon < 1 || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65535) {
      throw new IllegalArgumentException("--admin takes HOST:PORT, not " + text);
    }
    String host = text.substring(0, colon).replaceAll("[\\[\\]]", "");
    return new InetSocketAddress(InetAddress.ofLiteral(host), Integer.parseInt(port));
  }
}

package io.scalws.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A NAT between a UDP client and a server, as a process of its own. */
final class Relay implements AutoCloseable {
  private final Process process;
  private final BufferedReader out;
  private final int port;

  private Relay(Process process, BufferedReader out, int port) {
    this.process = process;
    this.out = out;
    this.port = port;
  }

  /** Starts a NAT on a free port of 127.0.0.1 for one server. */
  static Relay start(String server, List<String> options) throws IOException {
    List<String> command =
        new ArrayList<>(List.of(Clients.path("traffic"), "relay", "-to", server));
    command.addAll(options);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader out = process.inputReader();
    String address = out.readLine();
    if (address == null) {
      throw new AssertionError(command + " has not started");
    }
    return new Relay(
        process, out, Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)));
  }

  int port() {
    return port;
  }

  /** Ends it and returns what it did. */
  JsonNode stop() throws IOException {
    // Unlike the process's own, the handle's leaves what it has printed to be read.
    process.toHandle().destroy();
    return Clients.parse(out.readLine());
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}

package io.scalws.e2e;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the demultiplexer that serves a host has counted, read from its admin endpoint. */
final class DemuxMetrics {
  private static final String DATAGRAMS = "scalws_quiclb_datagrams_total{";
  private static final String KERNEL_DROPS = "scalws_quiclb_socket_dropped_datagrams_total";
  private static final String LISTENING = "0A";

  private final URI page;
  private final HttpClient client = HttpClient.newHttpClient();

  private DemuxMetrics(URI page) {
    this.page = page;
  }

  /**
   * @param listener the port that the host serves, whose sockets the demultiplexer keeps in custody
   */
  static DemuxMetrics of(Host host, int listener) throws IOException {
    long pid = host.status().path("quicLb").path("pid").asLong();
    return new DemuxMetrics(
        URI.create("http://127.0.0.1:" + adminPort(pid, listener) + "/metrics"));
  }

  /** Datagrams by outcome, and those that the kernel dropped before anyone could read them. */
  long accounted() {
    return lines()
        .filter(line -> line.startsWith(DATAGRAMS) || line.startsWith(KERNEL_DROPS))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** One outcome. */
  long outcome(String name) {
    return lines()
        .filter(line -> line.startsWith(DATAGRAMS + "outcome=\"" + name + "\"}"))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no outcome " + name));
  }

  /** All that is not zero, for the message of a failing test. */
  @Override
  public String toString() {
    return lines()
        .filter(line -> line.startsWith(DATAGRAMS) && !line.endsWith(" 0"))
        .collect(Collectors.joining("\n", "\n", "\n"));
  }

  private Stream<String> lines() {
    try {
      return client
          .send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofLines())
          .body();
    } catch (IOException e) {
      throw new AssertionError("no metrics at " + page, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** proc(5): the local port of the other listening TCP socket that the process holds. */
  private static int adminPort(long pid, int listener) throws IOException {
    Path process = Path.of("/proc", Long.toString(pid));
    List<String> sockets = new ArrayList<>();
    try (Stream<Path> fds = Files.list(process.resolve("fd"))) {
      for (Path fd : fds.toList()) {
        sockets.add(Files.readSymbolicLink(fd).toString());
      }
    }
    for (String table : new String[] {"tcp", "tcp6"}) {
      for (String line : Files.readAllLines(process.resolve("net").resolve(table))) {
        String[] columns = line.strip().split("\\s+", -1);
        if (columns[3].equals(LISTENING) && sockets.contains("socket:[" + columns[9] + "]")) {
          int port = Integer.parseInt(columns[1].substring(columns[1].indexOf(':') + 1), 16);
          if (port != listener) {
            return port;
          }
        }
      }
    }
    throw new AssertionError("process " + pid + " listens nowhere");
  }
}

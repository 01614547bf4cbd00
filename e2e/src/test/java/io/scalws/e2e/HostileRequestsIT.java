package io.scalws.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.scalws.e2e.Commands.Result;
import io.scalws.e2e.RawConnection.Frame;
import java.io.IOException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever octets a client sends: a clear refusal, the end of its connection, nothing behind it
 * taken for a request, and the next client is served.
 */
class HostileRequestsIT {
  private static final int PROTOCOL_ERROR = 1;
  private static final int ENHANCE_YOUR_CALM = 11;
  private static final int END_HEADERS = 4;
  private static final int END_STREAM = 1;

  /** HPACK: GET, https, /, authority "a". */
  private static final int[] GET = {0x82, 0x87, 0x84, 0x01, 0x01, 'a'};

  private static int clear;
  private static int tls;
  private static Host host;

  @BeforeAll
  static void start() throws IOException {
    clear = Host.freePort();
    tls = Host.freePort();
    host =
        Host.start(
            Specifications.runtime(
                    1,
                    List.of(
                        Specifications.http("clear", "127.0.0.1", clear),
                        Specifications.https("tls", "127.0.0.1", tls)),
                    List.of(Specifications.hello()))
                + "  limits: {headerBytes: 8192, bodyBytes: 1000}\n"
                + "  timeouts: {requestHeader: 2s, requestBodyIdle: 2s}\n");
  }

  @AfterAll
  static void stop() {
    if (host != null) {
      host.close();
    }
  }

  @AfterEach
  void theNextClientIsServed() {
    Result result = Clients.curl("--http1.1", "http://127.0.0.1:" + clear + "/hello");
    assertThat(result.succeeded().out()).isEqualTo("hello\n");
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
  }

  private static List<String> statuses(String answers) {
    return answers
        .lines()
        .filter(line -> line.startsWith("HTTP/1.1 "))
        .map(s -> s.substring(9, 12))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "400, 'POST /hello HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'",
    "400, 'POST /hello HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n'",
    "400, 'GET /hello HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n'",
    "400, 'GET /hello HTTP/1.1\nHost: a\n\n'",
    "400, 'GET /hello HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n'",
    "400, 'GET /hello HTTP/1.1\r\nHost : a\r\n\r\n'",
    "400, 'GET /hello HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'",
    "400, 'GET /hello HTTP/1.1\r\n\r\n'",
    "400, 'GET /hello HTTP/1.1\r\nHost: a\r\nX: \u0000\r\n\r\n'",
    "400, 'G@T /hello HTTP/1.1\r\nHost: a\r\n\r\n'",
    "400, 'POST /hello HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'",
    "501, 'POST /hello HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'"
  })
  void aSmuggledRequestIsNeverAnswered(int status, String request) throws IOException {
    try (RawConnection connection = RawConnection.open(clear)) {
      connection.send(request + get("/hello"));
      assertThat(statuses(connection.readToEnd())).containsExactly(Integer.toString(status));
    }
  }

  @Test
  void pipelinedRequestsAreAnsweredInOrder() throws IOException {
    try (RawConnection connection = RawConnection.open(clear)) {
      connection.send(
          get("/hello").repeat(100) + "GET /none HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      List<String> statuses = statuses(connection.readToEnd());
      assertThat(statuses).hasSize(101);
      assertThat(statuses.subList(0, 100)).containsOnly("200");
      assertThat(statuses.getLast()).isEqualTo("404");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET /hello HTTP/1.1\r\nHost: a\r\nX", "GET"})
  void aSlowHeadIs408(String begin) throws IOException {
    try (RawConnection connection = RawConnection.open(clear)) {
      connection.send(begin);
      assertThat(statuses(connection.readToEnd())).containsExactly("408");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--http1.1", "--http2", "--http3-only"})
  void aHeadBeyondTheLimitIs431(String version) {
    assertThat(status(version, "-H", "X-Large: " + "x".repeat(10_000))).isEqualTo("431");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--http1.1", "--http2", "--http3-only"})
  void aBodyBeyondTheLimitIs413(String version) {
    assertThat(status(version, "-H", "Expect:", "--data-binary", "x".repeat(1001)))
        .isEqualTo("413");
  }

  private static String status(String version, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                version,
                "--cacert",
                Certificates.authority(),
                "-o",
                "/dev/null",
                "-w",
                "%{http_code}"));
    arguments.addAll(List.of(more));
    arguments.add("https://127.0.0.1:" + tls + "/hello");
    return Clients.curl(arguments.toArray(String[]::new)).succeeded().out();
  }

  /** Sends until the server has had enough. */
  private interface Flood {
    void send(RawConnection connection) throws IOException;
  }

  private static List<Frame> flood(Flood flood) throws IOException {
    try (RawConnection connection = RawConnection.openHttp2(tls)) {
      try {
        flood.send(connection);
      } catch (SocketException e) {
        // Closed in the midst of it: that is what the test is about.
      }
      return connection.framesToEnd();
    }
  }

  /** The kernel may drop the GOAWAY when we sent on after the end, but never another code. */
  private static void calmed(List<Frame> frames) {
    assertThat(frames).isNotEmpty();
    assertThat(frames)
        .filteredOn(frame -> frame.type() == RawConnection.GO_AWAY)
        .allMatch(frame -> frame.errorCode() == ENHANCE_YOUR_CALM);
  }

  @Test
  void rapidResetEndsTheConnection() throws IOException {
    calmed(
        flood(
            connection -> {
              for (int stream = 1; stream < 2001; stream += 2) {
                connection.frame(RawConnection.HEADERS, END_HEADERS | END_STREAM, stream, GET);
                connection.frame(RawConnection.RST_STREAM, 0, stream, 0, 0, 0, 8);
              }
            }));
  }

  @Test
  void continuationsWithoutEndEndTheConnection() throws IOException {
    calmed(
        flood(
            connection -> {
              connection.frame(RawConnection.HEADERS, END_STREAM, 1, GET);
              for (int i = 0; i < 1000; i++) {
                connection.frame(RawConnection.CONTINUATION, 0, 1);
              }
            }));
  }

  @Test
  void aFloodOfPingsEndsTheConnection() throws IOException {
    calmed(
        flood(
            connection -> {
              for (int i = 0; i < 5000; i++) {
                connection.frame(RawConnection.PING, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
              }
            }));
  }

  @Test
  void aFloodOfSettingsEndsTheConnection() throws IOException {
    calmed(
        flood(
            connection -> {
              for (int i = 0; i < 5000; i++) {
                connection.frame(RawConnection.SETTINGS, 0, 0);
              }
            }));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // What follows the method, the scheme and the authority: a name, a value.
        "X:1",
        "connection:close",
        "transfer-encoding:chunked",
        "te:gzip",
        "host:b",
        ":path:/b"
      })
  void aMalformedFieldResetsTheStream(String field) throws IOException {
    int colon = field.indexOf(':', 1);
    int[] payload = Arrays.copyOf(GET, GET.length + field.length() + 2);
    int at = GET.length;
    payload[at++] = 0;
    payload[at++] = colon;
    for (int i = 0; i < field.length(); i++) {
      payload[at++] = i == colon ? field.length() - colon - 1 : field.charAt(i);
    }
    try (RawConnection connection = RawConnection.openHttp2(tls)) {
      connection.frame(
          RawConnection.HEADERS, END_HEADERS | END_STREAM, 1, Arrays.copyOf(payload, at));
      Frame frame = connection.nextFrame();
      while (frame.stream() == 0 && frame.type() != RawConnection.GO_AWAY) {
        frame = connection.nextFrame();
      }
      assertThat(frame.type()).isIn(RawConnection.RST_STREAM, RawConnection.GO_AWAY);
      assertThat(frame.errorCode()).isEqualTo(PROTOCOL_ERROR);
    }
  }
}

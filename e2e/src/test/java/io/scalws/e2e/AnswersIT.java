package io.scalws.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.scalws.e2e.Commands.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every kind of listener answers every client over every version of HTTP, on one port number, from
 * the address that the client used.
 */
class AnswersIT {
  private static int clear;
  private static int wildcard;
  private static int ipv4;
  private static int ipv6;
  private static Host host;

  @BeforeAll
  static void start() throws IOException {
    clear = Host.freePort();
    wildcard = Host.freePort();
    ipv4 = Host.freePort();
    ipv6 = Host.freePort();
    host =
        Host.start(
            Specifications.runtime(
                2,
                List.of(
                    Specifications.http("clear", "*", clear),
                    Specifications.https("wildcard", "*", wildcard),
                    Specifications.https("ipv4", "127.0.0.1", ipv4),
                    Specifications.https("ipv6", "::1", ipv6)),
                List.of(Specifications.hello())));
  }

  @AfterAll
  static void stop() {
    if (host != null) {
      host.close();
    }
  }

  private static int port(String listener) {
    return switch (listener) {
      case "clear" -> clear;
      case "wildcard" -> wildcard;
      case "ipv4" -> ipv4;
      case "ipv6" -> ipv6;
      default -> throw new IllegalArgumentException(listener);
    };
  }

  @ParameterizedTest
  @CsvSource({
    "clear, 127.0.0.1, --http1.1",
    "clear, 127.0.0.2, --http1.1",
    "clear, [::1], --http1.1"
  })
  void curlOverClearText(String listener, String address, String version) {
    Result result = Clients.curl(version, "http://" + address + ":" + port(listener) + "/hello");
    assertThat(result.succeeded().out()).isEqualTo("hello\n");
  }

  @ParameterizedTest
  @CsvSource({
    "wildcard, 127.0.0.1, --http1.1, 1.1",
    "wildcard, 127.0.0.1, --http2, 2",
    "wildcard, 127.0.0.1, --http3-only, 3",
    "wildcard, 127.0.0.2, --http1.1, 1.1",
    "wildcard, 127.0.0.2, --http2, 2",
    "wildcard, 127.0.0.2, --http3-only, 3",
    "wildcard, [::1], --http1.1, 1.1",
    "wildcard, [::1], --http2, 2",
    "wildcard, [::1], --http3-only, 3",
    "ipv4, 127.0.0.1, --http1.1, 1.1",
    "ipv4, 127.0.0.1, --http2, 2",
    "ipv4, 127.0.0.1, --http3-only, 3",
    "ipv6, [::1], --http1.1, 1.1",
    "ipv6, [::1], --http2, 2",
    "ipv6, [::1], --http3-only, 3",
  })
  void curlOverTls(String listener, String address, String option, String version) {
    Result result =
        Clients.curl(
            option,
            "--cacert",
            Certificates.authority(),
            "-w",
            "%{http_version} %{header_json}",
            "https://" + address + ":" + port(listener) + "/hello");
    assertThat(result.succeeded().out()).startsWith("hello\n" + version + " ");
    assertThat(result.out()).contains("x-served-by").containsPattern("web-[0-9]+");
  }

  @ParameterizedTest
  @ValueSource(strings = {"h1", "h2", "h3"})
  void goOverTls(String protocol) {
    JsonNode result =
        Clients.traffic(
            "-proto",
            protocol,
            "-ca",
            Certificates.authority(),
            "-n",
            "50",
            "-c",
            "4",
            "-expect-bytes",
            "6",
            "https://localhost:" + wildcard + "/hello");
    assertThat(result.get("ok").asInt()).as(result.toString()).isEqualTo(50);
  }

  @ParameterizedTest
  @CsvSource({"wildcard, 127.0.0.1", "wildcard, ::1", "ipv4, 127.0.0.1", "ipv6, ::1"})
  void ngtcp2(String listener, String address, @TempDir Path folder) throws IOException {
    Result result =
        Clients.program(
            "gtlsclient",
            "--exit-on-all-streams-close",
            "--quiet",
            "--no-quic-dump",
            "--no-http-dump",
            "--download=" + folder,
            address,
            String.valueOf(port(listener)),
            "https://localhost:" + port(listener) + "/hello");
    assertThat(folder.resolve("hello")).as(result.toString()).exists();
    assertThat(Files.readString(folder.resolve("hello"))).isEqualTo("hello\n");
  }

  @Test
  void aioquic() {
    Result result =
        Clients.program(
            "python-aioquic",
            "clients/python/get.py",
            "--ca",
            Certificates.authority(),
            "https://localhost:" + wildcard + "/hello");
    assertThat(result.succeeded().out()).startsWith("200\nweb-");
  }

  @Test
  void h2load() {
    Result result =
        Clients.program(
            "h2load",
            "-n",
            "200",
            "-c",
            "4",
            "-m",
            "4",
            "https://127.0.0.1:" + wildcard + "/hello");
    assertThat(result.succeeded().out())
        .contains("200 succeeded, 0 failed, 0 errored, 0 timeout")
        .contains("Application protocol: h2");
  }

  @Test
  void chromiumLoadsAPageOverHttp3(@TempDir Path profile) {
    Result result =
        Clients.program(
            "chromium",
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--user-data-dir=" + profile,
            "--enable-quic",
            "--origin-to-force-quic-on=localhost:" + wildcard,
            "--host-resolver-rules=MAP localhost 127.0.0.1",
            "--ignore-certificate-errors-spki-list=" + Certificates.publicKeyHash(),
            "--dump-dom",
            "https://localhost:" + wildcard + "/hello");
    assertThat(result.succeeded().out()).as(result.err()).contains("hello");
  }

  @Test
  void http3IsAdvertisedOverTcp() {
    Result result =
        Clients.curl(
            "--http2",
            "--cacert",
            Certificates.authority(),
            "-D",
            "-",
            "https://localhost:" + wildcard + "/hello");
    assertThat(result.succeeded().out()).contains("alt-svc: h3=\":" + wildcard + "\"");
  }
}

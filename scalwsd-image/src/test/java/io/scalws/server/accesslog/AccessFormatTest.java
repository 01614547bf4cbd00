package io.scalws.server.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import io.scalws.server.exchange.Headers;
import io.scalws.server.exchange.HttpVersion;
import io.scalws.server.exchange.Origin;
import io.scalws.server.exchange.Outcome;
import io.scalws.server.exchange.RequestHead;
import io.scalws.server.exchange.Target;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessFormatTest {
  private static AccessRecord entry(String client, String pathAndQuery) {
    Origin origin =
        new Origin(
            new InetSocketAddress(client, 4711),
            new InetSocketAddress(client, 443),
            "https",
            true,
            false);
    return new AccessRecord(
        Instant.parse("2026-01-31T09:30:00.250Z"),
        new RequestHead(
            HttpVersion.HTTP_3,
            "GET",
            Target.of("https", "localhost:8443", pathAndQuery),
            Headers.EMPTY,
            origin),
        200,
        3,
        6,
        Duration.ofNanos(1_040_999),
        Outcome.COMPLETED);
  }

  @Test
  void textIsOneLineForPeople() {
    assertThat(AccessFormat.text("web-1").line(entry("127.0.0.1", "/a?b")))
        .isEqualTo(
            "2026-01-31T09:30:00.250Z 127.0.0.1:4711 \"GET https://localhost:8443/a?b HTTP/3\" 200"
                + " in=3 out=6 ms=1.040 outcome=completed instance=web-1 listener=https\n");
  }

  @Test
  void jsonIsOneObjectALineWithNumbersAsNumbers() {
    assertThat(AccessFormat.json("web-1").line(entry("::1", "/a?b")))
        .isEqualTo(
            "{\"time\":\"2026-01-31T09:30:00.250Z\",\"client\":\"[0:0:0:0:0:0:0:1]:4711\","
                + "\"method\":\"GET\",\"target\":\"https://localhost:8443/a?b\","
                + "\"version\":\"HTTP/3\",\"status\":200,\"octetsReceived\":3,\"octetsSent\":6,"
                + "\"millis\":1.040,\"outcome\":\"completed\",\"instance\":\"web-1\","
                + "\"listener\":\"https\"}\n");
  }

  @Test
  void noRequestForgesALine() {
    AccessRecord forged = entry("127.0.0.1", "/\" 200\n2026 \u001b[2J\\\u2028\u00e9");
    assertThat(AccessFormat.text("web-1").line(forged))
        .contains("/\\x22 200\\x0a2026 \\x1b[2J\\x5c\\u2028\\xe9 HTTP/3\"")
        .hasLineCount(1);
    assertThat(AccessFormat.json("web-1").line(forged)).hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.000",
    "999, 0.000",
    "1000, 0.001",
    "12345000, 12.345",
    "60000000000, 60000.000"
  })
  void durations(long nanos, String millis) {
    assertThat(TextFormat.millis(Duration.ofNanos(nanos))).isEqualTo(millis);
  }
}

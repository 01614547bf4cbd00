package io.scalws.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.scalws.planning.spec.Cidr;
import io.scalws.planning.spec.Route.Backend;
import io.scalws.protocol.socket.IpAddress;
import io.scalws.server.exchange.Headers;
import io.scalws.server.exchange.HttpVersion;
import io.scalws.server.exchange.Origin;
import io.scalws.server.exchange.RequestHead;
import io.scalws.server.exchange.Target;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForwardedRequestTest {
  private static final List<Cidr> NOBODY = List.of();
  private static final List<Cidr> TEN = List.of(Cidr.parse("10.0.0.0/8").orElseThrow());

  private static Headers forwarded(String client, List<Cidr> trusted, String... headers) {
    InetSocketAddress address =
        new InetSocketAddress(IpAddress.parse(client).orElseThrow().toInetAddress(), 4711);
    return ForwardedRequest.headers(
        new RequestHead(
            HttpVersion.HTTP_1_1,
            "GET",
            Target.of("https", "example.com:8443", "/"),
            Headers.of(headers),
            new Origin(address, address, "web", true, false)),
        trusted);
  }

  @Test
  void whatAStrangerSaysOfItsOriginIsReplaced() {
    Headers headers =
        forwarded(
            "192.0.2.1",
            NOBODY,
            "x-forwarded-for",
            "1.2.3.4",
            "x-forwarded-for",
            "5.6.7.8",
            "x-forwarded-proto",
            "gopher",
            "x-forwarded-host",
            "evil",
            "forwarded",
            "for=1.2.3.4");
    assertThat(headers.all("x-forwarded-for")).containsExactly("192.0.2.1");
    assertThat(headers.all("x-forwarded-proto")).containsExactly("https");
    assertThat(headers.all("x-forwarded-host")).containsExactly("example.com:8443");
    assertThat(headers.all("forwarded"))
        .containsExactly("for=192.0.2.1;host=\"example.com:8443\";proto=https");
  }

  @Test
  void whatATrustedProxySaysIsKeptAndOursAppended() {
    Headers headers =
        forwarded(
            "10.1.2.3",
            TEN,
            "x-forwarded-for",
            "1.2.3.4",
            "x-forwarded-proto",
            "http",
            "forwarded",
            "for=1.2.3.4");
    assertThat(headers.all("x-forwarded-for")).containsExactly("1.2.3.4, 10.1.2.3");
    assertThat(headers.all("x-forwarded-proto")).containsExactly("http");
    assertThat(headers.first("forwarded")).get().asString().startsWith("for=1.2.3.4, for=10.1.2.3");
  }

  @Test
  void anIpv6NodeIsQuotedAsTheStandardSays() {
    assertThat(forwarded("2001:db8::1", NOBODY).first("forwarded"))
        .get()
        .asString()
        .startsWith("for=\"[2001:db8::1]\"");
  }

  @Test
  void fieldsOfOneConnectionStayOnIt() {
    Headers headers =
        forwarded(
            "192.0.2.1",
            NOBODY,
            "connection",
            "close, X-Private",
            "x-private",
            "1",
            "keep-alive",
            "1",
            "te",
            "trailers",
            "transfer-encoding",
            "chunked",
            "upgrade",
            "h2c",
            "expect",
            "100-continue",
            "accept",
            "text/html");
    assertThat(headers.first("accept")).contains("text/html");
    for (String name :
        List.of(
            "connection",
            "x-private",
            "keep-alive",
            "te",
            "transfer-encoding",
            "upgrade",
            "expect")) {
      assertThat(headers.contains(name)).as(name).isFalse();
    }
    assertThat(headers.all("host")).containsExactly("example.com:8443");
  }

  @Test
  void upstreamsTakeTurnsByWeight() {
    Backend heavy = new Backend("a", 1, 3);
    Backend light = new Backend("b", 1, 1);
    WeightedRotation rotation = new WeightedRotation(List.of(heavy, light, new Backend("c", 1, 0)));
    List<Backend> turns =
        java.util.stream.Stream.generate(() -> rotation.next().getFirst()).limit(8).toList();
    assertThat(turns).containsExactly(heavy, heavy, light, heavy, heavy, heavy, light, heavy);
    assertThat(rotation.next()).containsExactlyInAnyOrder(heavy, light);
  }

  @ParameterizedTest
  @CsvSource({"GET, true, true", "GET, false, false", "POST, true, false"})
  void whatMayBeAReplayIsMarked(String method, boolean early, boolean marked) {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 4711);
    Headers headers =
        ForwardedRequest.headers(
            new RequestHead(
                HttpVersion.HTTP_3,
                method,
                Target.of("https", "example.com", "/"),
                Headers.EMPTY,
                new Origin(address, address, "web", true, early)),
            NOBODY);

    assertThat(headers.contains("early-data")).isEqualTo(marked);
  }
}

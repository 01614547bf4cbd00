package io.scalws.server.http1;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.scalws.server.exchange.Headers;
import io.scalws.server.exchange.HttpVersion;
import io.scalws.server.exchange.Origin;
import io.scalws.server.exchange.RequestHead;
import io.scalws.server.exchange.ResponseHead;
import io.scalws.server.exchange.Target;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BodyEndTest {

  @ParameterizedTest
  @CsvSource({
    "HTTP_1_1, GET,  200, 5,  false, KNOWN",
    "HTTP_1_1, GET,  200,  ,  false, CHUNKED",
    "HTTP_1_0, GET,  200,  ,  false, CLOSE",
    "HTTP_1_0, GET,  200, 5,  false, KNOWN",
    "HTTP_1_1, GET,  200,  ,  true,  EMPTY",
    "HTTP_1_0, GET,  200,  ,  true,  EMPTY",
    "HTTP_1_1, GET,  200, 0,  true,  KNOWN",
    "HTTP_1_1, HEAD, 200,  ,  true,  KNOWN",
    "HTTP_1_1, HEAD, 200,  ,  false, KNOWN",
    "HTTP_1_1, GET,  204,  ,  true,  KNOWN",
    "HTTP_1_1, GET,  304,  ,  true,  KNOWN",
  })
  void everyResponseHasOneEnd(
      HttpVersion version, String method, int status, String length, boolean last, BodyEnd end) {
    Headers headers = length == null ? Headers.EMPTY : Headers.of("content-length", length);

    assertThat(BodyEnd.of(request(version, method), new ResponseHead(status, headers), last))
        .isEqualTo(end);
  }

  @ParameterizedTest
  @CsvSource({
    "KNOWN,,",
    "EMPTY, 0,",
    "CHUNKED,, chunked",
    "CLOSE,,",
  })
  void theHeadSaysItAtMostOnce(BodyEnd end, String length, String coding) {
    HttpHeaders headers = new DefaultHttpHeaders();

    end.announce(headers);

    assertThat(headers.get("content-length")).isEqualTo(length);
    assertThat(headers.get("transfer-encoding")).isEqualTo(coding);
  }

  private static RequestHead request(HttpVersion version, String method) {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    return new RequestHead(
        version,
        method,
        Target.of("http", "example.com", "/"),
        Headers.EMPTY,
        new Origin(address, address, "http", false, false));
  }
}

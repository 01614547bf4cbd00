package io.scalws.server.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestSyntaxTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"example.com", "EXAMPLE.com:8443", "127.0.0.1:80", "[::1]", "[::1]:443", "a_b:"})
  void authorities(String text) {
    assertThat(RequestSyntax.isAuthority(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":80",
        "user@host",
        "a b",
        "a/b",
        "a,b\u0000",
        "host:80:90",
        "host:http",
        "host:123456",
        "[::1",
        "[]",
        "[zz]",
        "[::1]80",
        "a?b",
        "a#b",
        "höst"
      })
  void noAuthorities(String text) {
    assertThat(RequestSyntax.isAuthority(text)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "accept, text/html, true",
    "te, trailers, true",
    "te, gzip, false",
    "Accept, text/html, false",
    "connection, close, false",
    "transfer-encoding, chunked, false",
    "upgrade, websocket, false",
    "keep-alive, 1, false",
    "a b, x, false",
    "a:b, x, false",
    "'', x, false",
    "x, ' leading', false",
    "x, 'trailing\t', false",
    "x, '', true"
  })
  void fieldsOfStreams(String name, String value, boolean allowed) {
    assertThat(RequestSyntax.isStreamField(name, value)).isEqualTo(allowed);
  }

  @Test
  void noValueHasALineEndOrNul() {
    assertThat(RequestSyntax.isStreamField("x", "a\r\nb: c")).isFalse();
    assertThat(RequestSyntax.isStreamField("x", "a\nb")).isFalse();
    assertThat(RequestSyntax.isStreamField("x", "a\u0000b")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "/a?b=c, true",
    "/%00, true",
    "a, false",
    "'/a b', false",
    "/a#b, false",
    "'', false"
  })
  void paths(String text, boolean allowed) {
    assertThat(RequestSyntax.isPathAndQuery(text)).isEqualTo(allowed);
  }

  @Test
  void aLengthIsOneNumber() {
    assertThat(RequestSyntax.hasClearLength(Headers.EMPTY)).isTrue();
    assertThat(RequestSyntax.hasClearLength(Headers.of("content-length", "007"))).isTrue();
    for (String bad : new String[] {"", "-1", "+1", "1,1", "0x1", "1 1", "1.0"}) {
      assertThat(RequestSyntax.hasClearLength(Headers.of("content-length", bad))).isFalse();
    }
    assertThat(
            RequestSyntax.hasClearLength(Headers.of("content-length", "1", "content-length", "1")))
        .isFalse();
  }
}

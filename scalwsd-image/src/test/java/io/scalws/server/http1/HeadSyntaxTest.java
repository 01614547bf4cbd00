package io.scalws.server.http1;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeadSyntaxTest {
  private final HeadSyntax head = new HeadSyntax();

  private int accept(String text) {
    byte[] octets = text.getBytes(StandardCharsets.ISO_8859_1);
    int taken = 0;
    while (taken < octets.length && head.accept(octets[taken])) {
      taken++;
    }
    return taken;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "\r\n\r\nGET /a?b=%20 HTTP/1.0\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nhost:a\r\nx-empty:\r\nx:\ta b \r\n\r\n",
        "POST http://a/ HTTP/1.1\r\nX-Latin: \u00e9\r\n\r\n"
      })
  void takesAHeadToItsLastOctetAndNoFurther(String text) {
    assertThat(accept(text + "body")).isEqualTo(text.length() - 1);
    assertThat(head.isComplete()).isTrue();
    assertThat(head.fault()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\nHost: a\r\n\r\n",
        "\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n",
        "GET / HTTP/1.1\r\rHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n",
        "GET / HTTP/1.1\r\n Host: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost\t: a\r\n\r\n",
        "GET / HTTP/1.1\r\n: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: \u0000\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: \u007f\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX\u0000: 1\r\n\r\n",
        "GET /\u0000 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /\u00e9 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /  HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n",
        " GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "G(T / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1 x\r\nHost: a\r\n\r\n",
        "GET / http/1.1\r\nHost: a\r\n\r\n",
        "\u0016\u0003\u0001\u0002\u0000"
      })
  void whatCanBeReadInTwoWaysIsAFault(String text) {
    accept(text);
    assertThat(head.isComplete()).isFalse();
    assertThat(head.fault()).isPresent();
    assertThat(head.isInside()).isFalse();
  }

  @Test
  void knowsWhenItIsInTheMidstOfAHead() {
    accept("\r\n");
    assertThat(head.isInside()).isFalse();
    accept("G");
    assertThat(head.isInside()).isTrue();
    accept("ET / HTTP/1.1\r\nA: b\r\n\r\n");
    assertThat(head.isInside()).isFalse();
    head.restart();
    assertThat(head.isComplete()).isFalse();
  }
}

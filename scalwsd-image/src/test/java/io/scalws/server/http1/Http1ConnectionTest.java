package io.scalws.server.http1;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.scalws.planning.spec.RuntimeModel.Timeouts;
import io.scalws.server.dispatch.Dispatcher;
import io.scalws.server.exchange.BodyReceiver;
import io.scalws.server.exchange.Chunk;
import io.scalws.server.exchange.Exchange;
import io.scalws.server.exchange.Headers;
import io.scalws.server.exchange.Origin;
import io.scalws.server.exchange.Outcome;
import io.scalws.server.exchange.ResponseDecorator;
import io.scalws.server.exchange.ResponseHead;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Http1ConnectionTest {
  private static final InetSocketAddress LOOPBACK =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
  private static final Timeouts TIMEOUTS =
      new Timeouts(
          Duration.ofSeconds(1),
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(60));
  private static final int MAX_HEAD = 1024;
  private static final int MAX_BODY = 100;

  private final List<String> ends = new ArrayList<>();
  private final List<Exchange> held = new ArrayList<>();
  private final Dispatcher dispatcher =
      new Dispatcher(
          this::answer,
          ResponseDecorator.NONE,
          (exchange, outcome, nanos) ->
              ends.add(exchange.request().target().path() + " " + outcome.label()),
          MAX_BODY);
  private final EmbeddedChannel channel = new EmbeddedChannel();

  Http1ConnectionTest() {
    channel.freezeTime();
    Origin origin = new Origin(LOOPBACK, LOOPBACK, "web", false, false);
    Http1Connection.install(channel.pipeline(), dispatcher, origin, MAX_HEAD, TIMEOUTS);
  }

  private void answer(Exchange exchange) {
    switch (exchange.request().target().path()) {
      case "/held" -> held.add(exchange);
      case "/echo" -> echo(exchange);
      default -> exchange.respond(text(exchange.request().target().path()), Chunk.EMPTY);
    }
  }

  private static ResponseHead text(String value) {
    return ResponseHead.of(200, "content-length", "0", "x-path", value);
  }

  private static void echo(Exchange exchange) {
    StringBuilder body = new StringBuilder();
    exchange.receive(
        new BodyReceiver() {
          @Override
          public void chunk(Chunk chunk) {
            body.append(StandardCharsets.UTF_8.decode(chunk.octets()));
            chunk.release();
            exchange.demand();
          }

          @Override
          public void end(Headers trailers) {
            exchange.respond(text(body.toString()), Chunk.EMPTY);
          }

          @Override
          public void aborted() {}
        });
    exchange.demand();
  }

  /** What comes when the connection is closed goes nowhere, as on a socket. */
  private void send(String text) {
    if (!channel.isActive()) {
      return;
    }
    channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1));
  }

  private String received() {
    channel.runPendingTasks();
    StringBuilder text = new StringBuilder();
    for (ByteBuf each = channel.readOutbound(); each != null; each = channel.readOutbound()) {
      text.append(each.toString(StandardCharsets.ISO_8859_1));
      each.release();
    }
    return text.toString();
  }

  private List<String> statuses() {
    return received()
        .lines()
        .filter(line -> line.startsWith("HTTP/"))
        .map(s -> s.substring(9, 12))
        .toList();
  }

  private void pass(Duration time) {
    channel.advanceTimeBy(time.toMillis(), TimeUnit.MILLISECONDS);
    channel.runScheduledPendingTasks();
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
  }

  @Test
  void pipelinedRequestsAreAnsweredInOrderEvenIfTheFirstTakesItsTime() {
    send(get("/held") + get("/2") + get("/held") + get("/4"));
    assertThat(held).hasSize(1);
    assertThat(received()).isEmpty();
    held.getFirst().respond(text("first"), Chunk.EMPTY);
    assertThat(received()).contains("first", "/2").doesNotContain("/4");
    held.getLast().respond(text("third"), Chunk.EMPTY);
    assertThat(received()).contains("third", "/4");
    assertThat(ends)
        .containsExactly("/held completed", "/2 completed", "/held completed", "/4 completed");
    assertThat(channel.isActive()).isTrue();
  }

  @Test
  void thousandsOfPipelinedRequestsNeedNoStack() {
    send(get("/").repeat(20_000));
    assertThat(statuses()).hasSize(20_000).containsOnly("200");
    assertThat(dispatcher.inFlight()).isZero();
  }

  @Test
  void aBodyThatComesOctetByOctetIsWhole() {
    String head = "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    String body = "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nTrailer: 1\r\n\r\n";
    for (char octet : (head + body + get("/next")).toCharArray()) {
      send(String.valueOf(octet));
    }
    assertThat(received()).contains("x-path: abcde", "x-path: /next");
  }

  @Test
  void aBodyThatNobodyReadsDoesNotBecomeTheNextRequest() {
    String inner = get("/inner");
    send(
        "POST /ignored HTTP/1.1\r\nHost: a\r\nContent-Length: "
            + inner.length()
            + "\r\n\r\n"
            + inner
            + get("/next"));
    assertThat(received()).contains("/ignored", "/next").doesNotContain("/inner");
    assertThat(ends).containsExactly("/ignored completed", "/next completed");
  }

  @ParameterizedTest
  @CsvSource({
    "400, 'GET / HTTP/1.1\r\n\r\n'",
    "400, 'GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n'",
    "400, 'GET / HTTP/1.1\r\nHost: a@b\r\n\r\n'",
    "400, 'GET / HTTP/1.1\nHost: a\n\n'",
    "400, 'GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n'",
    "400, 'GET / HTTP/1.1\r\nHost: a\r\nX : a\r\n\r\n'",
    "400, 'GET a HTTP/1.1\r\nHost: a\r\n\r\n'",
    "400, 'GET /#a HTTP/1.1\r\nHost: a\r\n\r\n'",
    "400, 'GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n'",
    "400, 'GET http://u@a/ HTTP/1.1\r\nHost: a\r\n\r\n'",
    "400, 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n'",
    "400, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\n'",
    "400, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 6\r\n\r\n'",
    "400, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\n'",
    "400, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n'",
    "400, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x5\r\n\r\n'",
    "400, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n'",
    "400, 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n'",
    "400, 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n'",
    "400, 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n'",
    "400, 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n'",
    "400, 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r\n\r\n'",
    "501, 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n'",
    "400, 'POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'",
    "505, 'GET / HTTP/2.0\r\nHost: a\r\n\r\n'",
    "400, 'GET / HTTP/1.2\r\nHost: a\r\n\r\n'",
    "417, 'POST / HTTP/1.1\r\nHost: a\r\nExpect: cake\r\n\r\n'",
    "400, 'GET / HTTP/1.1\r\nHost: a\r\nSec-WebSocket-Key1: 1\r\nSec-WebSocket-Key2: 2\r\n\r\n'"
  })
  void whatIsRefusedIsTheLastOfItsConnection(int status, String request) {
    send(request + get("/smuggled"));
    send(get("/smuggled"));
    assertThat(statuses()).containsExactly(Integer.toString(status));
    assertThat(channel.isActive()).isFalse();
    assertThat(ends).isEmpty();
    assertThat(dispatcher.unreadableSoFar()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x\r\n",
        "-1\r\nabc\r\n",
        "0x3\r\nabc\r\n",
        "3\nabc\r\n",
        "3\r\nabcd\r\n",
        "3 \r\nabc\r\n",
        "\r\nabc\r\n",
        "ffffffffffffffff\r\nabc\r\n",
        "3;\nabc\r\n",
        "3\r\nabc\n0\r\n\r\n"
      })
  void aBadChunkIsRefusedAndNothingBehindItIsRead(String chunk) {
    send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk);
    send(get("/smuggled"));
    assertThat(statuses()).containsExactly("400");
    assertThat(ends).containsExactly("/echo refused");
    assertThat(channel.isActive()).isFalse();
  }

  @Test
  void theAbsoluteFormOverridesHost() {
    send("GET http://b:80/held?x HTTP/1.1\r\nHost: a\r\n\r\n");
    assertThat(held.getFirst().request().target().authority()).isEqualTo("b:80");
    assertThat(held.getFirst().request().target().pathAndQuery()).isEqualTo("/held?x");
  }

  @Test
  void aHeadBeyondTheLimitIs431() {
    send("GET / HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(MAX_HEAD) + "\r\n\r\n");
    assertThat(statuses()).containsExactly("431");
    assertThat(channel.isActive()).isFalse();
  }

  @Test
  void aTargetBeyondTheLimitIs414() {
    send("GET /" + "x".repeat(MAX_HEAD) + " HTTP/1.1\r\nHost: a\r\n\r\n");
    assertThat(statuses()).containsExactly("414");
  }

  @Test
  void aBodyThatSaysThatItIsTooLongIsRefusedAtOnce() {
    send("POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 101\r\n\r\n");
    assertThat(statuses()).containsExactly("413");
    assertThat(ends).containsExactly("/echo refused");
    assertThat(channel.isActive()).isFalse();
  }

  @Test
  void aBodyThatGrowsBeyondTheLimitIsRefused() {
    send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
    send("64\r\n" + "x".repeat(100) + "\r\n");
    assertThat(statuses()).isEmpty();
    send("1\r\nx\r\n");
    assertThat(statuses()).containsExactly("413");
    assertThat(ends).containsExactly("/echo refused");
  }

  @Test
  void continueIsSentWhenTheBodyIsWanted() {
    send("POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
    assertThat(statuses()).containsExactly("100");
    send("ab");
    assertThat(received()).contains("x-path: ab");
  }

  @Test
  void connectionCloseEndsIt() {
    send("GET /1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + get("/2"));
    assertThat(received()).contains("/1", "connection: close").doesNotContain("/2");
    assertThat(channel.isActive()).isFalse();
  }

  @Test
  void aHeadThatTricklesIs408AtItsLimit() {
    for (int second = 0; second < 10; second++) {
      send(second == 0 ? "GET" : second == 1 ? " " : "/");
      pass(Duration.ofSeconds(1));
    }
    assertThat(statuses()).containsExactly("408");
    assertThat(channel.isActive()).isFalse();
  }

  @Test
  void aConnectionThatSaysNothingIsClosedWithoutAWord() {
    pass(TIMEOUTS.requestHeader());
    assertThat(received()).isEmpty();
    assertThat(channel.isActive()).isFalse();
  }

  @Test
  void anIdleConnectionIsClosedAfterItsTime() {
    send(get("/"));
    received();
    pass(TIMEOUTS.idle().minusMillis(1));
    assertThat(channel.isActive()).isTrue();
    pass(Duration.ofMillis(1));
    assertThat(received()).isEmpty();
    assertThat(channel.isActive()).isFalse();
  }

  @Test
  void aBodyThatStopsIs408() {
    send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab");
    pass(TIMEOUTS.requestBodyIdle());
    assertThat(statuses()).containsExactly("408");
    assertThat(ends).containsExactly("/echo " + Outcome.REFUSED.label());
    assertThat(channel.isActive()).isFalse();
  }

  @Test
  void aHandlerThatTakesItsTimeIsNoFaultOfTheClient() {
    send(get("/held"));
    pass(TIMEOUTS.idle().multipliedBy(2));
    held.getFirst().respond(text("late"), Chunk.EMPTY);
    assertThat(received()).contains("late");
    assertThat(channel.isActive()).isTrue();
  }
}

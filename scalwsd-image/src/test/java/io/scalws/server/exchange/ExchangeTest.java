package io.scalws.server.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExchangeTest {
  private static final InetSocketAddress LOOPBACK =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

  private final FakeWire wire = new FakeWire();
  private final List<Outcome> ends = new ArrayList<>();
  private final List<String> received = new ArrayList<>();

  private final BodyReceiver receiver =
      new BodyReceiver() {
        @Override
        public void chunk(Chunk chunk) {
          received.add(StandardCharsets.UTF_8.decode(chunk.octets()).toString());
        }

        @Override
        public void end(Headers trailers) {
          received.add("end");
        }

        @Override
        public void aborted() {
          received.add("aborted");
        }
      };

  private Exchange exchange(String method) {
    return new Exchange(
        new RequestHead(
            HttpVersion.HTTP_3,
            method,
            Target.of("https", "example.com", "/a?b"),
            Headers.EMPTY,
            new Origin(LOOPBACK, LOOPBACK, "web", true, false)),
        wire,
        ResponseDecorator.NONE,
        (ended, outcome) -> ends.add(outcome));
  }

  private static Chunk text(String text) {
    return Chunk.of(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aWholeResponseEndsOnceWhenTheTransportHasIt() {
    Exchange exchange = exchange("GET");
    exchange.bodyEnd(Headers.EMPTY);
    exchange.respond(ResponseHead.of(200), text("hello"));
    assertThat(wire.calls).containsExactly("head 200", "chunk hello", "finish");
    assertThat(ends).isEmpty();
    exchange.responseSent();
    exchange.end(Outcome.CONNECTION_LOST);
    assertThat(ends).containsExactly(Outcome.COMPLETED);
    assertThat(exchange.octetsSent()).isEqualTo(5);
  }

  @Test
  void headSendsNoBodyWhateverTheHandlerWrites() {
    Exchange exchange = exchange("HEAD");
    exchange.bodyEnd(Headers.EMPTY);
    exchange.begin(ResponseHead.of(200, "content-length", "5"));
    exchange.write(text("hello"));
    exchange.finish();
    assertThat(wire.calls).containsExactly("head 200", "finish");
  }

  @Test
  void oneChunkIsDeliveredPerDemand() {
    Exchange exchange = exchange("POST");
    exchange.receive(receiver);
    exchange.bodyChunk(text("a"));
    exchange.bodyChunk(text("b"));
    assertThat(received).isEmpty();
    exchange.demand();
    assertThat(received).containsExactly("a");
    exchange.demand();
    assertThat(wire.calls).as("two were there, so nothing was read").isEmpty();
    exchange.demand();
    assertThat(wire.calls).containsExactly("read");
    exchange.bodyEnd(Headers.EMPTY);
    assertThat(received).containsExactly("a", "b", "end");
  }

  @Test
  void aReceiverThatDemandsInsideAChunkDoesNotRecurse() {
    Exchange exchange = exchange("POST");
    int[] depth = {0, 0};
    exchange.receive(
        new BodyReceiver() {
          @Override
          public void chunk(Chunk chunk) {
            depth[0]++;
            depth[1] = Math.max(depth[1], depth[0]);
            exchange.demand();
            depth[0]--;
          }

          @Override
          public void end(Headers trailers) {
            received.add("end");
          }

          @Override
          public void aborted() {
            received.add("aborted");
          }
        });
    for (int i = 0; i < 1000; i++) {
      exchange.bodyChunk(text("x"));
    }
    exchange.demand();
    exchange.bodyEnd(Headers.EMPTY);
    assertThat(depth[1]).isEqualTo(1);
    assertThat(received).containsExactly("end");
  }

  @Test
  void aResponseBeforeTheEndOfTheRequestStopsReading() {
    Exchange exchange = exchange("POST");
    exchange.receive(receiver);
    exchange.demand();
    exchange.respond(ResponseHead.of(413, "content-length", "0"), Chunk.EMPTY);
    assertThat(wire.calls).containsExactly("read", "head 413 last", "stopReading");
    assertThat(received).containsExactly("aborted");
  }

  @Test
  void failureBeforeTheHeadIsAStatusAndAfterItACut() {
    Exchange early = exchange("GET");
    early.fail();
    assertThat(early.status()).isEqualTo(500);
    early.responseSent();

    Exchange late = exchange("GET");
    late.begin(ResponseHead.of(200));
    late.fail();
    late.fail();
    assertThat(wire.calls).endsWith("head 200", "reset");
    assertThat(ends).containsExactly(Outcome.COMPLETED, Outcome.FAILED);
  }

  @Test
  void afterTheEndEverythingIsIgnoredAndReleased() {
    Exchange exchange = exchange("POST");
    exchange.receive(receiver);
    exchange.begin(ResponseHead.of(200));
    exchange.end(Outcome.CANCELLED);
    wire.calls.clear();
    CountedChunk chunk = new CountedChunk();
    exchange.write(chunk);
    exchange.respond(ResponseHead.of(200), chunk);
    exchange.bodyChunk(chunk);
    exchange.finish();
    exchange.fail();
    assertThat(wire.calls).isEmpty();
    assertThat(chunk.released).isEqualTo(3);
    assertThat(received).containsExactly("aborted");
    assertThat(ends).containsExactly(Outcome.CANCELLED);
    exchange.onEnd(ends::add);
    assertThat(ends).hasSize(2);
  }

  @Test
  void aSecondHeadIsABug() {
    Exchange exchange = exchange("GET");
    exchange.begin(ResponseHead.of(200));
    assertThatThrownBy(() -> exchange.begin(ResponseHead.of(200)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void writabilityIsReportedWhileAResponseRuns() {
    Exchange exchange = exchange("GET");
    exchange.onWritable(() -> received.add("writable"));
    exchange.becameWritable();
    exchange.begin(ResponseHead.of(200));
    wire.writable = false;
    assertThat(exchange.isWritable()).isFalse();
    exchange.becameWritable();
    exchange.finish();
    exchange.becameWritable();
    assertThat(received).containsExactly("writable");
  }

  @Test
  void hostIsTheAuthorityWithoutPort() {
    assertThat(Target.of("https", "EXAMPLE.com:8443", "/").host()).isEqualTo("example.com");
    assertThat(Target.of("https", "[::1]:8443", "/").host()).isEqualTo("[::1]");
    assertThat(Target.of("https", "[::1]", "/").host()).isEqualTo("[::1]");
    assertThat(Target.of("https", "", "/a?b?c").query()).contains("b?c");
  }

  private static final class CountedChunk implements Chunk {
    int released;

    @Override
    public int length() {
      return 1;
    }

    @Override
    public ByteBuffer octets() {
      return ByteBuffer.allocate(1);
    }

    @Override
    public void release() {
      released++;
    }
  }

  @Test
  void aRefusedRequestIsAnsweredAndCountedAsRefusedWhateverItsHandlerDoes() {
    Exchange exchange = exchange("POST");
    exchange.receive(receiver);
    exchange.refuse(413);
    exchange.respond(ResponseHead.of(200), text("late"));
    exchange.fail();
    exchange.refuse(400);
    assertThat(exchange.isRefused()).isTrue();
    exchange.responseSent();
    assertThat(wire.calls).containsExactly("head 413 last", "stopReading");
    assertThat(received).containsExactly("aborted");
    assertThat(ends).containsExactly(Outcome.REFUSED);
    assertThat(exchange.status()).isEqualTo(413);
  }

  @Test
  void aRequestThatIsRefusedWhenItsAnswerHasBegunIsCut() {
    Exchange exchange = exchange("POST");
    exchange.begin(ResponseHead.of(200));
    exchange.refuse(413);
    assertThat(wire.calls).containsExactly("head 200", "reset");
    assertThat(ends).containsExactly(Outcome.REFUSED);
  }

  @Test
  void aBodyMayHaveTheLimitAndNotOneOctetMore() {
    Exchange exchange = exchange("POST");
    exchange.limitBody(5);
    exchange.receive(receiver);
    exchange.demand();
    exchange.bodyChunk(text("12345"));
    assertThat(received).containsExactly("12345");
    exchange.demand();
    exchange.bodyChunk(text("6"));
    assertThat(received).containsExactly("12345", "aborted");
    assertThat(wire.calls).contains("head 413 last");
  }

  @Test
  void anAnnouncedLengthThatNoNumberHoldsIsBeyondEveryLimit() {
    RequestHead head =
        new RequestHead(
            HttpVersion.HTTP_2,
            "POST",
            Target.of("https", "example.com", "/"),
            Headers.of("content-length", "99999999999999999999"),
            new Origin(LOOPBACK, LOOPBACK, "web", true, false));
    assertThat(head.declaredLength()).hasValue(Long.MAX_VALUE);
  }
}

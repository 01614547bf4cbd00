package io.scalws.server.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.scalws.server.exchange.Chunk;
import io.scalws.server.exchange.Exchange;
import io.scalws.server.exchange.FakeWire;
import io.scalws.server.exchange.Headers;
import io.scalws.server.exchange.HttpVersion;
import io.scalws.server.exchange.Origin;
import io.scalws.server.exchange.Outcome;
import io.scalws.server.exchange.RequestHead;
import io.scalws.server.exchange.ResponseDecorator;
import io.scalws.server.exchange.ResponseHead;
import io.scalws.server.exchange.Target;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class DispatcherTest {
  private static final InetSocketAddress LOOPBACK =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

  private final Map<Outcome, Integer> ends = new EnumMap<>(Outcome.class);
  private final Dispatcher dispatcher =
      new Dispatcher(
          exchange -> exchange.respond(ResponseHead.of(200), Chunk.EMPTY),
          ResponseDecorator.NONE,
          (exchange, outcome, nanos) -> ends.merge(outcome, 1, Integer::sum),
          10);

  private static RequestHead head(String... headers) {
    return new RequestHead(
        HttpVersion.HTTP_2,
        "POST",
        Target.of("https", "localhost", "/"),
        Headers.of(headers),
        new Origin(LOOPBACK, LOOPBACK, "web", true, false));
  }

  /** What can happen to an exchange, in any order and more than once. */
  enum Step {
    HANDLE,
    SENT,
    FAIL,
    REFUSE,
    CUT,
    LOST,
    BODY_END
  }

  @Property
  void whateverHappensARequestIsInFlightUntilItsOneEnd(@ForAll Step[] steps) {
    ends.clear();
    long before = dispatcher.started();
    Exchange exchange = dispatcher.begin(head(), new FakeWire());
    assertThat(dispatcher.inFlight()).isEqualTo(1);
    boolean handled = false;
    for (Step step : steps) {
      switch (step) {
        case HANDLE -> {
          if (!handled && !exchange.isAnswered()) {
            dispatcher.handle(exchange);
          }
          handled = true;
        }
        case SENT -> exchange.responseSent();
        case FAIL -> exchange.fail();
        case REFUSE -> exchange.refuse(400);
        case CUT -> exchange.cut(Outcome.FORCED);
        case LOST -> exchange.end(Outcome.CONNECTION_LOST);
        case BODY_END -> exchange.bodyEnd(Headers.EMPTY);
      }
    }
    exchange.end(Outcome.CANCELLED);
    assertThat(ends.values().stream().mapToInt(each -> each).sum()).isEqualTo(1);
    assertThat(dispatcher.inFlight()).isZero();
    assertThat(dispatcher.started()).isEqualTo(before + 1);
  }

  @Test
  void aBodyThatSaysThatItIsTooLongNeverReachesTheHandler() {
    FakeWire wire = new FakeWire();
    dispatcher.handle(dispatcher.begin(head("content-length", "11"), wire));
    assertThat(wire.calls).containsExactly("head 413 last", "stopReading");
    FakeWire inTime = new FakeWire();
    dispatcher.handle(dispatcher.begin(head("content-length", "10"), inTime));
    assertThat(inTime.calls).contains("head 200 last");
  }
}

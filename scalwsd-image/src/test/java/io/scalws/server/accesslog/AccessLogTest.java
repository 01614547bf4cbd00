package io.scalws.server.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import io.scalws.server.exchange.Exchange;
import io.scalws.server.exchange.FakeWire;
import io.scalws.server.exchange.Headers;
import io.scalws.server.exchange.HttpVersion;
import io.scalws.server.exchange.Origin;
import io.scalws.server.exchange.Outcome;
import io.scalws.server.exchange.RequestHead;
import io.scalws.server.exchange.ResponseDecorator;
import io.scalws.server.exchange.Target;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class AccessLogTest {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final Exchange exchange = exchange();

  private static Exchange exchange() {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    return new Exchange(
        new RequestHead(
            HttpVersion.HTTP_2,
            "GET",
            Target.of("https", "localhost", "/"),
            Headers.EMPTY,
            new Origin(address, address, "web", true, false)),
        new FakeWire(),
        ResponseDecorator.NONE,
        (ended, outcome) -> {});
  }

  private long lines() {
    return written.toString(StandardCharsets.UTF_8).lines().count();
  }

  @Test
  void everythingThatWaitsIsWrittenBeforeTheEnd() {
    AccessLog log = AccessLog.start(AccessFormat.text("web-1"), written);
    for (int i = 0; i < 1000; i++) {
      log.ended(exchange, Outcome.COMPLETED, i);
    }
    log.close();
    assertThat(lines()).isEqualTo(1000);
    assertThat(log.dropped()).isZero();
  }

  @Test
  void anOutputThatHangsCostsCountedLinesAndNoTime() throws InterruptedException {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    OutputStream hanging =
        new OutputStream() {
          @Override
          public void write(int octet) {
            written.write(octet);
          }

          @Override
          public void write(byte[] octets, int offset, int length) {
            entered.countDown();
            try {
              released.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            written.write(octets, offset, length);
          }
        };
    AccessLog log = AccessLog.start(AccessFormat.text("web-1"), hanging, 4);
    log.ended(exchange, Outcome.COMPLETED, 1);
    entered.await();
    for (int i = 0; i < 10; i++) {
      log.ended(exchange, Outcome.COMPLETED, 1);
    }
    assertThat(log.dropped()).isEqualTo(6);
    released.countDown();
    log.close();
    assertThat(lines()).isEqualTo(5);
  }
}

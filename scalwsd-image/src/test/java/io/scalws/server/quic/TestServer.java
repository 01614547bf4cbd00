package io.scalws.server.quic;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.scalws.linux.Fd;
import io.scalws.linux.SocketFacts;
import io.scalws.linux.UdpSocket;
import io.scalws.protocol.cid.CidKey;
import io.scalws.protocol.cid.ServerId;
import io.scalws.server.anchor.ClientPath;
import io.scalws.server.dispatch.Dispatcher;
import io.scalws.server.exchange.BodyReceiver;
import io.scalws.server.exchange.Chunk;
import io.scalws.server.exchange.Exchange;
import io.scalws.server.exchange.Headers;
import io.scalws.server.exchange.Outcome;
import io.scalws.server.exchange.ResponseDecorator;
import io.scalws.server.exchange.ResponseHead;
import io.scalws.server.http3.Http3Service;
import io.scalws.server.http3.RequestLimits;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * An HTTP/3 server on a socket that it reads itself. {@code GET /N} answers N octets, {@code POST}
 * answers how many it got, {@code GET /who} the client's address as requests see it.
 */
final class TestServer implements AutoCloseable {
  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
  final Map<Outcome, LongAdder> ends = new EnumMap<>(Outcome.class);
  final AtomicInteger followed = new AtomicInteger();
  final AtomicInteger forged = new AtomicInteger();
  final AtomicInteger repeated = new AtomicInteger();
  final AtomicInteger abandoned = new AtomicInteger();
  final X509Bundle certificate;
  final Dispatcher dispatcher;
  final Http3Service http3;
  private final EpollDatagramChannel channel;
  private final KernelPathSender sender;
  private final SocketReader reader;
  private final int port;

  TestServer(InetSocketAddress bind) throws Exception {
    certificate =
        new CertificateBuilder()
            .subject("CN=localhost")
            .addSanDnsName("localhost")
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    QuicSslContext tls =
        QuicSslContextBuilder.forServer(
                certificate.getKeyPair().getPrivate(), null, certificate.getCertificatePath())
            .applicationProtocols("h3")
            .earlyData(true)
            .build();
    for (Outcome outcome : Outcome.values()) {
      ends.put(outcome, new LongAdder());
    }
    dispatcher =
        new Dispatcher(
            TestServer::answer,
            ResponseDecorator.NONE,
            (exchange, outcome, nanos) -> ends.get(outcome).increment(),
            Long.MAX_VALUE);
    http3 =
        new Http3Service(
            "test",
            dispatcher,
            QuicPlane::clientOf,
            new RequestLimits(32 * 1024, Duration.ofSeconds(10), Duration.ofSeconds(30)));
    QuicPlane plane =
        new QuicPlane(
            new ServerId(0, 1, 1),
            new QuicKeys(CidKey.of(0, new byte[16]), Map.of(0, new byte[32]), new byte[32]),
            QuicLimits.DEFAULT,
            () -> tls,
            () -> false,
            new QuicPlane.Events(new Counts(), DatagramEvents.NONE));
    Fd fd = UdpSocket.bindAlone(bind);
    channel = new EpollDatagramChannel(fd.number());
    sender = new KernelPathSender(fd.number(), group.next());
    plane.install(channel, sender, http3.initializer());
    group.register(channel).sync();
    port = SocketFacts.localAddress(fd.release()).getPort();
    reader =
        new SocketReader(
            Fd.duplicateOf(channel.fd().intValue()),
            SocketFacts.localAddress(channel.fd().intValue()),
            channel);
    reader.start();
  }

  int port() {
    return port;
  }

  private static void answer(Exchange exchange) {
    String path = exchange.request().target().path();
    if (exchange.request().method().equals("POST")) {
      count(exchange);
    } else if (path.equals("/who")) {
      byte[] text =
          exchange.request().origin().client().toString().getBytes(StandardCharsets.UTF_8);
      exchange.respond(ResponseHead.of(200), Chunk.of(text));
    } else {
      new Download(exchange, Long.parseLong(path.substring(1))).run();
    }
  }

  private static void count(Exchange exchange) {
    exchange.receive(
        new BodyReceiver() {
          @Override
          public void chunk(Chunk chunk) {
            chunk.release();
            exchange.demand();
          }

          @Override
          public void end(Headers trailers) {
            byte[] text = Long.toString(exchange.octetsReceived()).getBytes(StandardCharsets.UTF_8);
            exchange.respond(ResponseHead.of(200), Chunk.of(text));
          }

          @Override
          public void aborted() {}
        });
    exchange.demand();
  }

  /** Writes while the wire wants more. */
  private static final class Download implements Runnable {
    private static final byte[] PIECE = new byte[16384];
    private final Exchange exchange;
    private long left;
    private boolean finished;

    Download(Exchange exchange, long length) {
      this.exchange = exchange;
      this.left = length;
      exchange.begin(ResponseHead.of(200, "content-length", Long.toString(length)));
      exchange.onWritable(this);
    }

    @Override
    public void run() {
      while (left > 0 && exchange.isWritable()) {
        int next = (int) Math.min(left, PIECE.length);
        exchange.write(Chunk.of(next == PIECE.length ? PIECE : new byte[next]));
        left -= next;
      }
      if (left == 0 && !finished) {
        finished = true;
        exchange.finish();
      }
    }
  }

  private final class Counts implements AnchorEvents {
    @Override
    public void followed(ClientPath from, ClientPath to, boolean hostChanged) {
      followed.incrementAndGet();
    }

    @Override
    public void challengeRepeated() {
      repeated.incrementAndGet();
    }

    @Override
    public void forged() {
      forged.incrementAndGet();
    }

    @Override
    public void abandoned() {
      abandoned.incrementAndGet();
    }
  }

  @Override
  public void close() {
    reader.close();
    channel.close().syncUninterruptibly();
    group.next().submit(sender::close).syncUninterruptibly();
    group.shutdownGracefully(0, 1, java.util.concurrent.TimeUnit.SECONDS);
  }
}

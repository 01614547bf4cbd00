package io.scalws.server.quic;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.handler.codec.http3.DefaultHttp3DataFrame;
import io.netty.handler.codec.http3.DefaultHttp3Headers;
import io.netty.handler.codec.http3.DefaultHttp3HeadersFrame;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.http3.Http3ClientConnectionHandler;
import io.netty.handler.codec.http3.Http3DataFrame;
import io.netty.handler.codec.http3.Http3Headers;
import io.netty.handler.codec.http3.Http3HeadersFrame;
import io.netty.handler.codec.http3.Http3RequestStreamInboundHandler;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicClientCodecBuilder;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.codec.quic.QuicStreamChannel;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One HTTP/3 connection. */
final class TestClient implements AutoCloseable {
  private static final int PIECE = 16384;

  /**
   * @param status of the response
   * @param length octets of its body
   * @param text the body if it is short
   */
  record Answer(int status, long length, String text) {}

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
  private final Channel udp;
  private final QuicChannel connection;

  TestClient(InetSocketAddress server, X509Certificate trusted, int cidLength) throws Exception {
    QuicSslContext tls =
        QuicSslContextBuilder.forClient().trustManager(trusted).applicationProtocols("h3").build();
    QuicClientCodecBuilder codec =
        Http3.newQuicClientCodecBuilder()
            .sslEngineProvider(
                channel -> tls.newEngine(channel.alloc(), "localhost", server.getPort()))
            .localConnectionIdLength(cidLength)
            .maxIdleTimeout(10, TimeUnit.SECONDS)
            .initialMaxData(10_000_000)
            .initialMaxStreamDataBidirectionalLocal(1_000_000)
            .initialMaxStreamsBidirectional(100)
            .activeMigration(true);
    udp =
        new Bootstrap()
            .group(group)
            .channel(EpollDatagramChannel.class)
            .option(ChannelOption.SO_RCVBUF, 4 << 20)
            .handler(codec.build())
            .bind(new InetSocketAddress(server.getAddress(), 0))
            .sync()
            .channel();
    connection =
        QuicChannel.newBootstrap(udp)
            .handler(new Http3ClientConnectionHandler())
            .remoteAddress(server)
            .connect()
            .get(10, TimeUnit.SECONDS);
  }

  CompletableFuture<Answer> get(String path) throws Exception {
    return request("GET", path, 0);
  }

  /** Sends so many octets. */
  CompletableFuture<Answer> post(String path, long length) throws Exception {
    return request("POST", path, length);
  }

  private CompletableFuture<Answer> request(String method, String path, long length)
      throws Exception {
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    QuicStreamChannel stream =
        Http3.newRequestStream(connection, new Reading(answer)).get(10, TimeUnit.SECONDS);
    Http3Headers headers = new DefaultHttp3Headers();
    headers.method(method).path(path).authority("localhost").scheme("https");
    var written = stream.write(new DefaultHttp3HeadersFrame(headers));
    for (long left = length; left > 0; left -= PIECE) {
      byte[] piece = new byte[(int) Math.min(left, PIECE)];
      written = stream.write(new DefaultHttp3DataFrame(Unpooled.wrappedBuffer(piece)));
    }
    stream.flush();
    written.addListener(QuicStreamChannel.SHUTDOWN_OUTPUT);
    return answer;
  }

  private static final class Reading extends Http3RequestStreamInboundHandler {
    private final CompletableFuture<Answer> answer;
    private final StringBuilder text = new StringBuilder();
    private int status;
    private long length;

    Reading(CompletableFuture<Answer> answer) {
      this.answer = answer;
    }

    @Override
    protected void channelRead(ChannelHandlerContext ctx, Http3HeadersFrame frame) {
      status = Integer.parseInt(frame.headers().status().toString());
    }

    @Override
    protected void channelRead(ChannelHandlerContext ctx, Http3DataFrame frame) {
      length += frame.content().readableBytes();
      if (length < 1000) {
        text.append(frame.content().toString(StandardCharsets.UTF_8));
      }
      frame.release();
    }

    @Override
    protected void channelInputClosed(ChannelHandlerContext ctx) {
      answer.complete(new Answer(status, length, text.toString()));
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      answer.completeExceptionally(new IllegalStateException("the stream ended"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      answer.completeExceptionally(cause);
    }
  }

  @Override
  public void close() {
    connection.close(true, 0x100, Unpooled.EMPTY_BUFFER).awaitUninterruptibly(1000);
    udp.close().awaitUninterruptibly(1000);
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}

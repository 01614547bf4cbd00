package io.scalws.server.tcp;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.scalws.planning.spec.Listener;
import io.scalws.planning.spec.RuntimeModel;
import io.scalws.server.dispatch.Dispatcher;
import io.scalws.server.exchange.Origin;
import io.scalws.server.http1.Http1Connection;
import io.scalws.server.http2.Http2Connection;
import io.scalws.server.tls.TlsContexts;
import java.net.InetSocketAddress;
import java.util.Optional;

/** The TCP side of one listener: its listening sockets and their connections. */
public final class TcpListenerPlane {
  private final Listener listener;
  private final Optional<TlsContexts> tls;
  private final Dispatcher dispatcher;
  private final RuntimeModel.Limits limits;
  private final RuntimeModel.Timeouts timeouts;
  private final ChannelGroup listening = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final ChannelGroup handshaking = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final ChannelGroup http1 = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final ChannelGroup http2 = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private volatile boolean draining;

  public TcpListenerPlane(
      Listener listener,
      Optional<TlsContexts> tls,
      Dispatcher dispatcher,
      RuntimeModel.Limits limits,
      RuntimeModel.Timeouts timeouts) {
    this.listener = listener;
    this.tls = tls;
    this.dispatcher = dispatcher;
    this.limits = limits;
    this.timeouts = timeouts;
  }

  /**
   * Takes over a socket that listens already. Nothing is accepted before {@link #accept}.
   *
   * @param fd owned by the channel from now on
   */
  public void add(int fd, EventLoopGroup acceptors, EventLoopGroup workers) {
    Channel channel =
        new ServerBootstrap()
            .group(acceptors, workers)
            .channelFactory(() -> new EpollServerSocketChannel(fd))
            .option(ChannelOption.AUTO_READ, false)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel connection) {
                    init(connection);
                  }
                })
            .register()
            .syncUninterruptibly()
            .channel();
    listening.add(channel);
  }

  /** Begins to accept. */
  public void accept() {
    listening.forEach(channel -> channel.config().setAutoRead(true));
  }

  /**
   * Stops accepting: closes this process's duplicates of the sockets. The connections in the queue
   * go to whoever else holds them.
   */
  public void stopAccepting() {
    listening.close().awaitUninterruptibly();
  }

  /**
   * Every connection takes no further request and closes with its last one; one in its handshake
   * gets its first answer.
   */
  public void drain() {
    draining = true;
    http1.forEach(TcpListenerPlane::drainHttp1);
    http2.forEach(Http2Connection::drain);
  }

  private static void drainHttp1(Channel channel) {
    channel
        .eventLoop()
        .execute(
            () ->
                Optional.ofNullable(channel.pipeline().get(Http1Connection.class))
                    .ifPresent(Http1Connection::drain));
  }

  /** Closes what is left. */
  public void force() {
    handshaking.close();
    http1.close();
    http2.close();
  }

  /** Accepted, and not yet known what they speak. */
  public int handshaking() {
    return handshaking.size();
  }

  public int http1Connections() {
    return http1.size();
  }

  public int http2Connections() {
    return http2.size();
  }

  private void init(Channel connection) {
    Origin origin =
        new Origin(
            (InetSocketAddress) connection.remoteAddress(),
            (InetSocketAddress) connection.localAddress(),
            listener.name(),
            tls.isPresent(),
            false);
    if (tls.isEmpty()) {
      http1(connection, origin);
      return;
    }
    handshaking.add(connection);
    connection
        .pipeline()
        .addLast(
            new TimedSniHandler(tls.get().tcp(), timeouts.handshake()),
            new ApplicationProtocolNegotiationHandler(ApplicationProtocolNames.HTTP_1_1) {
              @Override
              protected void configurePipeline(ChannelHandlerContext ctx, String protocol) {
                if (protocol.equals(ApplicationProtocolNames.HTTP_2)) {
                  http2(ctx.channel(), origin);
                } else {
                  http1(ctx.channel(), origin);
                }
              }

              @Override
              protected void handshakeFailure(ChannelHandlerContext ctx, Throwable cause) {
                // Scanners and plain text on a TLS port: nothing to tell anyone.
                ctx.close();
              }
            });
  }

  private void http1(Channel connection, Origin origin) {
    http1.add(connection);
    handshaking.remove(connection);
    Http1Connection.install(
        connection.pipeline(), dispatcher, origin, limits.headerBytes(), timeouts);
    if (draining) {
      drainHttp1(connection);
    }
  }

  private void http2(Channel connection, Origin origin) {
    http2.add(connection);
    handshaking.remove(connection);
    Http2Connection.install(
        connection.pipeline(), dispatcher, origin, limits.headerBytes(), timeouts);
    if (draining) {
      connection.eventLoop().execute(() -> Http2Connection.drain(connection));
    }
  }
}

package io.scalws.server.proxy;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Idle connections to upstreams, of one event loop, and how new ones are made. */
final class UpstreamPool {
  private static final int CONNECT_TIMEOUT_MILLIS = 3000;
  private static final int MAX_IDLE_PER_UPSTREAM = 64;
  private static final Duration MAX_IDLE_TIME = Duration.ofSeconds(30);
  // What the codec accepts of an upstream's head: first line, all fields, and a piece of the body.
  private static final int MAX_FIRST_LINE = 8192;
  private static final int MAX_HEADERS = 65536;
  private static final int CHUNK_OCTETS = 65536;

  private final EventLoop loop;
  private final Map<InetSocketAddress, Deque<Channel>> idle = new HashMap<>();

  UpstreamPool(EventLoop loop) {
    this.loop = loop;
  }

  EventLoop loop() {
    return loop;
  }

  /** The connection that was used last, if one is idle. */
  Optional<Channel> takeIdle(InetSocketAddress address) {
    Deque<Channel> channels = idle.get(address);
    while (channels != null && !channels.isEmpty()) {
      Channel channel = channels.pop();
      if (channel.isActive()) {
        channel.pipeline().remove(IdleConnection.class);
        return Optional.of(channel);
      }
    }
    return Optional.empty();
  }

  /** A new connection; its channel reads only when it is told to. */
  ChannelFuture connect(InetSocketAddress address) {
    return new Bootstrap()
        .group(loop)
        .channel(EpollSocketChannel.class)
        .option(ChannelOption.AUTO_READ, false)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
        .handler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel channel) {
                channel
                    .pipeline()
                    .addLast(new HttpClientCodec(MAX_FIRST_LINE, MAX_HEADERS, CHUNK_OCTETS));
              }
            })
        .connect(address);
  }

  /** Keeps a connection whose exchange is complete for the next one. */
  void giveBack(InetSocketAddress address, Channel channel) {
    Deque<Channel> channels = idle.computeIfAbsent(address, _ -> new ArrayDeque<>());
    if (!channel.isActive() || channels.size() >= MAX_IDLE_PER_UPSTREAM) {
      channel.close();
      return;
    }
    channel.pipeline().addLast(new IdleConnection(address));
    channels.push(channel);
    // Reading notices that the upstream closes, or breaks the protocol.
    channel.read();
  }

  /** Watches a connection that nobody uses; whatever happens on it ends it. */
  private final class IdleConnection extends ChannelInboundHandlerAdapter {
    private final InetSocketAddress address;
    private java.util.concurrent.Future<?> expiry;

    private IdleConnection(InetSocketAddress address) {
      this.address = address;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
      expiry =
          loop.schedule(
              () -> drop(context.channel()), MAX_IDLE_TIME.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
      expiry.cancel(false);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReferenceCountUtil.release(message);
      drop(context.channel());
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      drop(context.channel());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      drop(context.channel());
    }

    private void drop(Channel channel) {
      Deque<Channel> channels = idle.get(address);
      if (channels != null && channels.remove(channel) && channels.isEmpty()) {
        idle.remove(address);
      }
      expiry.cancel(false);
      channel.close();
    }
  }
}

package io.scalws.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.scalws.linux.Fd;
import io.scalws.planning.spec.Listener;
import io.scalws.server.dispatch.Dispatcher;
import io.scalws.server.http3.Http3Service;
import io.scalws.server.http3.RequestLimits;
import io.scalws.server.quic.KernelPathSender;
import io.scalws.server.quic.QuicDatagram;
import io.scalws.server.quic.QuicPlane;

/** One UDP identity with QUIC and HTTP/3 on it. */
final class QuicListener {
  /** From so many unfinished handshakes on, new clients must prove their address first. */
  static final int BUSY_HANDSHAKES = 500;

  private final EpollDatagramChannel channel;
  private final KernelPathSender sender;
  private final Http3Service http3;
  private final EventLoop eventLoop;

  private QuicListener(
      EpollDatagramChannel channel,
      KernelPathSender sender,
      Http3Service http3,
      EventLoop eventLoop) {
    this.channel = channel;
    this.sender = sender;
    this.http3 = http3;
    this.eventLoop = eventLoop;
  }

  static QuicListener open(
      Listener listener,
      Fd fd,
      QuicPlane plane,
      Dispatcher dispatcher,
      RequestLimits limits,
      EventLoop eventLoop) {
    KernelPathSender sender = new KernelPathSender(fd.number(), eventLoop);
    EpollDatagramChannel channel = new EpollDatagramChannel(fd.release());
    channel.config().setAutoRead(false);
    Http3Service http3 = new Http3Service(listener.name(), dispatcher, QuicPlane::clientOf, limits);
    plane.install(channel, sender, http3.initializer());
    eventLoop.register(channel).syncUninterruptibly();
    return new QuicListener(channel, sender, http3, eventLoop);
  }

  EpollDatagramChannel channel() {
    return channel;
  }

  /** On the event loop; {@link #readComplete} follows the last one of a batch. */
  void receive(QuicDatagram datagram) {
    channel.pipeline().fireChannelRead(datagram);
  }

  void readComplete() {
    channel.pipeline().fireChannelReadComplete();
  }

  /** A buffer for datagrams of this channel. */
  ByteBuf allocate(int octets) {
    return channel.alloc().directBuffer(octets);
  }

  int connections() {
    return http3.connections();
  }

  int handshaking() {
    return http3.handshaking();
  }

  long unsent() {
    return sender.dropped();
  }

  void drain() {
    eventLoop.execute(http3::drain);
  }

  void force() {
    eventLoop.submit(http3::force).awaitUninterruptibly();
  }
}

package io.scalws.server.http3;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http3.DefaultHttp3SettingsFrame;
import io.netty.handler.codec.http3.Http3ServerConnectionHandler;
import io.netty.handler.codec.http3.Http3Settings;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.scalws.server.anchor.ClientPath;
import io.scalws.server.dispatch.Dispatcher;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** HTTP/3 on every QUIC connection of one listener. Event loop of the QUIC plane only. */
public final class Http3Service {
  /** Up to so many times the limit a head is read and answered; beyond it the connection ends. */
  private static final int HEADER_TOLERANCE = 4;

  private final String listener;
  private final Dispatcher dispatcher;
  private final Function<QuicChannel, ClientPath> clients;
  private final RequestLimits limits;
  private boolean draining;
  private final Set<Http3Connection> connections = new LinkedHashSet<>();

  /** Read by other threads too. */
  private volatile int open;

  private final AtomicInteger handshaking = new AtomicInteger();

  /**
   * @param clients where the client of a connection was last proved to be
   */
  public Http3Service(
      String listener,
      Dispatcher dispatcher,
      Function<QuicChannel, ClientPath> clients,
      RequestLimits limits) {
    this.listener = listener;
    this.dispatcher = dispatcher;
    this.clients = clients;
    this.limits = limits;
  }

  /** What makes HTTP/3 of a QUIC connection. */
  public ChannelHandler initializer() {
    return new ChannelInitializer<QuicChannel>() {
      @Override
      protected void initChannel(QuicChannel channel) {
        init(channel);
      }

      @Override
      public boolean isSharable() {
        return true;
      }
    };
  }

  private void init(QuicChannel channel) {
    Http3Connection connection =
        new Http3Connection(
            channel, dispatcher, new Http3Origin(listener, () -> clients.apply(channel)), limits);
    connections.add(connection);
    open = connections.size();
    handshaking.incrementAndGet();
    connection.whenHandshakeComplete(handshaking::decrementAndGet);
    channel.closeFuture().addListener(closed -> closed(connection));
    if (draining) {
      // It was on its way when placement stopped: it gets its first answers and is told to leave.
      connection.whenHandshakeComplete(connection::drain);
    }
    Http3Settings settings =
        Http3Settings.defaultSettings()
            .maxFieldSectionSize((long) limits.headerOctets() * HEADER_TOLERANCE);
    channel
        .pipeline()
        .addLast(
            new Http3ServerConnectionHandler(
                new ChannelInitializer<QuicStreamChannel>() {
                  @Override
                  protected void initChannel(QuicStreamChannel stream) {
                    stream.pipeline().addLast(new Http3Stream(connection, stream));
                  }
                },
                null,
                null,
                new DefaultHttp3SettingsFrame(settings),
                true),
            connection);
  }

  private void closed(Http3Connection connection) {
    connections.remove(connection);
    open = connections.size();
    if (!connection.isHandshakeComplete()) {
      handshaking.decrementAndGet();
    }
  }

  /** Any thread. */
  public int connections() {
    return open;
  }

  /** Connections whose handshake is not complete. Any thread. */
  public int handshaking() {
    return handshaking.get();
  }

  /** Every connection takes no further request and ends with its last one. */
  public void drain() {
    draining = true;
    List.copyOf(connections).forEach(Http3Connection::drain);
  }

  /** Ends what is left. Returns how many requests were cut. */
  public int force() {
    return List.copyOf(connections).stream().mapToInt(Http3Connection::force).sum();
  }
}

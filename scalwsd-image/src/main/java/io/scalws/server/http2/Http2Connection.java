package io.scalws.server.http2;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.scalws.server.dispatch.Dispatcher;
import io.scalws.server.exchange.Origin;

/** Makes HTTP/2 of a connection. */
public final class Http2Connection {
  private static final int STREAM_WINDOW = 1 << 20;
  private static final int MAX_STREAMS = 100;

  private Http2Connection() {}

  /**
   * Adds HTTP/2 to the pipeline.
   *
   * @param maxHeaderOctets of one request's fields
   */
  public static void install(
      ChannelPipeline pipeline, Dispatcher dispatcher, Origin origin, int maxHeaderOctets) {
    Http2Settings settings =
        Http2Settings.defaultSettings()
            .maxConcurrentStreams(MAX_STREAMS)
            .initialWindowSize(STREAM_WINDOW)
            .maxHeaderListSize(maxHeaderOctets);
    pipeline.addLast(
        Http2FrameCodecBuilder.forServer().initialSettings(settings).build(),
        new Http2MultiplexHandler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel stream) {
                stream.pipeline().addLast(new Http2Stream(dispatcher, origin));
              }
            }));
  }

  /**
   * Takes no further request: GOAWAY that names every stream so far, and the codec closes the
   * connection when the last one has ended.
   */
  public static void drain(Channel connection) {
    DefaultHttp2GoAwayFrame goAway = new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR);
    // Streams that are under way to us while the client does not know yet are still served.
    goAway.setExtraStreamIds(MAX_STREAMS);
    connection.writeAndFlush(goAway);
    connection.close();
  }
}

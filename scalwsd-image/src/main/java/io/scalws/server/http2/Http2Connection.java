package io.scalws.server.http2;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.scalws.planning.spec.RuntimeModel.Timeouts;
import io.scalws.server.dispatch.Dispatcher;
import io.scalws.server.exchange.Origin;
import java.util.concurrent.TimeUnit;

/** Makes HTTP/2 of a connection. */
public final class Http2Connection {
  private static final int STREAM_WINDOW = 1 << 20;
  private static final int MAX_STREAMS = 100;

  /** Up to so many times the limit a head is read and answered; beyond it the connection ends. */
  private static final int HEADER_TOLERANCE = 4;

  private static final int MAX_RESETS = 200;
  private static final int RESET_WINDOW_SECONDS = 30;
  private static final int MAX_SMALL_CONTINUATIONS = 16;
  private static final int MAX_EMPTY_DATA = 16;

  /** Longer than a round trip to nearly every client. */
  private static final long SECOND_GO_AWAY_MILLIS = 500;

  private static final int MAX_QUEUED_CONTROL_FRAMES = 1000;

  private Http2Connection() {}

  /**
   * Adds HTTP/2 to the pipeline.
   *
   * @param maxHeaderOctets of one request's fields; more is answered with 431
   */
  public static void install(
      ChannelPipeline pipeline,
      Dispatcher dispatcher,
      Origin origin,
      int maxHeaderOctets,
      Timeouts timeouts) {
    Http2Settings settings =
        Http2Settings.defaultSettings()
            .maxConcurrentStreams(MAX_STREAMS)
            .initialWindowSize(STREAM_WINDOW)
            .maxHeaderListSize((long) maxHeaderOctets * HEADER_TOLERANCE);
    Http2FrameCodec codec =
        Http2FrameCodecBuilder.forServer()
            .initialSettings(settings)
            // The drain timeout alone limits how long the last requests of a connection may take.
            .gracefulShutdownTimeoutMillis(-1)
            // CVE-2023-44487: a request that is cancelled at once costs as much as one that is not.
            .decoderEnforceMaxRstFramesPerWindow(MAX_RESETS, RESET_WINDOW_SECONDS)
            // CVE-2025-8671: neither may a client make us reset its streams without end.
            .encoderEnforceMaxRstFramesPerWindow(MAX_RESETS, RESET_WINDOW_SECONDS)
            // CVE-2024-27316: a head in frames without end, each of next to nothing.
            .decoderEnforceMaxSmallContinuationFrames(MAX_SMALL_CONTINUATIONS)
            .decoderEnforceMaxConsecutiveEmptyDataFrames(MAX_EMPTY_DATA)
            .encoderEnforceMaxQueuedControlFrames(MAX_QUEUED_CONTROL_FRAMES)
            .build();
    pipeline.addLast(
        codec,
        new Http2MultiplexHandler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel stream) {
                stream
                    .pipeline()
                    .addLast(
                        new Http2Stream(
                            dispatcher, origin, maxHeaderOctets, timeouts.requestBodyIdle()));
              }
            }),
        new ConnectionGuard(codec, timeouts));
  }

  /**
   * Takes no further request: GOAWAY in two steps (RFC 9113 section 6.8), so that requests that are
   * under way when the first one is sent are still served; the codec closes the connection when the
   * last one has ended.
   */
  public static void drain(Channel connection) {
    DefaultHttp2GoAwayFrame announcement = new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR);
    announcement.setExtraStreamIds(Integer.MAX_VALUE);
    connection.writeAndFlush(announcement);
    connection
        .eventLoop()
        .schedule(() -> refuseFurther(connection), SECOND_GO_AWAY_MILLIS, TimeUnit.MILLISECONDS);
  }

  private static void refuseFurther(Channel connection) {
    if (connection.isActive()) {
      connection.writeAndFlush(new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR));
      connection.close();
    }
  }
}

package io.scalws.server.tcp;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SniHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.Mapping;
import java.time.Duration;

/** Closes a connection whose ClientHello, or the rest of whose handshake, takes too long. */
final class TimedSniHandler extends SniHandler {
  /** A ClientHello with post-quantum key shares is about 2 KB; more is not sent by a client. */
  private static final int MAX_CLIENT_HELLO = 64 * 1024;

  private final Duration limit;

  TimedSniHandler(Mapping<? super String, ? extends SslContext> contexts, Duration limit) {
    super(contexts, MAX_CLIENT_HELLO, limit.toMillis());
    this.limit = limit;
  }

  @Override
  protected SslHandler newSslHandler(SslContext context, ByteBufAllocator allocator) {
    SslHandler handler = super.newSslHandler(context, allocator);
    handler.setHandshakeTimeoutMillis(limit.toMillis());
    return handler;
  }
}

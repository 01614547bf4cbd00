package io.scalws.server.http1;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ByteProcessor;
import java.util.List;

/**
 * Netty's decoder behind {@link HeadSyntax}: it reads only heads that nobody reads differently. The
 * first fault, or the first that Netty finds, is the last thing that is decoded; whatever follows
 * on the connection is thrown away, never parsed.
 */
final class StrictRequestDecoder extends HttpRequestDecoder {
  private final HeadSyntax head = new HeadSyntax();
  private final ByteProcessor examiner = head::accept;

  /** Octets of the buffer that {@link #head} has seen and Netty has not taken yet. */
  private int examined;

  private boolean refused;

  StrictRequestDecoder(int maxHeadOctets) {
    super(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(maxHeadOctets)
            .setMaxHeaderSize(maxHeadOctets)
            .setStrictLineParsing(true)
            .setUseRfc9112TransferEncoding(true)
            .setAllowDuplicateContentLengths(false)
            .setValidateHeaders(true));
  }

  /** Whether a head has come in part. */
  boolean isInsideHead() {
    return head.isInside();
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf buffer, List<Object> out)
      throws Exception {
    if (refused) {
      buffer.skipBytes(buffer.readableBytes());
      return;
    }
    if (!head.isComplete()) {
      examine(buffer);
    }
    if (head.fault().isPresent()) {
      refused = true;
      buffer.skipBytes(buffer.readableBytes());
      out.add(faulty(head.fault().get()));
      return;
    }
    int before = buffer.readableBytes();
    super.decode(ctx, buffer, out);
    examined = Math.max(0, examined - (before - buffer.readableBytes()));
    if (!out.isEmpty() && out.getLast() instanceof HttpObject last) {
      refused = last.decoderResult().isFailure();
      if (last instanceof LastHttpContent) {
        head.restart();
        examined = 0;
      }
    }
  }

  private void examine(ByteBuf buffer) {
    int from = buffer.readerIndex() + examined;
    int end = buffer.forEachByte(from, buffer.writerIndex() - from, examiner);
    examined = (end < 0 ? buffer.writerIndex() : end + 1) - buffer.readerIndex();
  }

  private static HttpObject faulty(String why) {
    DefaultFullHttpRequest request =
        new DefaultFullHttpRequest(
            HttpVersion.HTTP_1_0, HttpMethod.GET, "/", Unpooled.EMPTY_BUFFER);
    request.setDecoderResult(DecoderResult.failure(new IllegalArgumentException(why)));
    return request;
  }
}

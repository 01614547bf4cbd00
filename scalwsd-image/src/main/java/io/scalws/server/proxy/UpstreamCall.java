package io.scalws.server.proxy;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.scalws.server.buffer.BufferChunk;
import io.scalws.server.exchange.Chunk;
import io.scalws.server.exchange.Exchange;
import io.scalws.server.exchange.Headers;
import io.scalws.server.exchange.ResponseHead;
import io.scalws.server.proxy.Upstreams.Connection;

/**
 * One request and its response on one upstream connection, with back-pressure both ways: a piece of
 * the request body is asked for when the upstream takes more, a piece of the response is read when
 * the client takes more.
 */
final class UpstreamCall extends ChannelInboundHandlerAdapter {
  private final Exchange exchange;
  private final Connection connection;
  private final Channel channel;
  private final ProxyExchange owner;
  private boolean requestSent;
  private boolean waitsForUpstream;
  private boolean answered;
  private boolean keepAlive;
  private boolean over;

  UpstreamCall(Exchange exchange, Connection connection, ProxyExchange owner) {
    this.exchange = exchange;
    this.connection = connection;
    this.channel = connection.channel();
    this.owner = owner;
  }

  /** Sends the head of the request and begins to wait for the answer. */
  void begin(HttpMethod method, Headers headers, boolean bodyless) {
    channel.pipeline().addLast(this);
    HttpRequest request =
        new DefaultHttpRequest(
            HttpVersion.HTTP_1_1, method, exchange.request().target().pathAndQuery());
    headers.forEach(request.headers()::add);
    if (bodyless) {
      // A method that usually has a body says that it has none: RFC 9110 section 8.6.
      boolean expected = method.equals(HttpMethod.POST) || method.equals(HttpMethod.PUT);
      request.headers().remove(HttpHeaderNames.CONTENT_LENGTH);
      if (expected) {
        request.headers().set(HttpHeaderNames.CONTENT_LENGTH, "0");
      }
    } else if (!headers.contains("content-length")) {
      HttpUtil.setTransferEncodingChunked(request, true);
    }
    write(request);
    if (bodyless) {
      requestSent = true;
      write(LastHttpContent.EMPTY_LAST_CONTENT);
    }
    channel.flush();
    exchange.onWritable(this::readOn);
    channel.read();
  }

  /** The next piece of the request body. */
  void chunk(Chunk chunk) {
    if (over) {
      chunk.release();
      return;
    }
    write(new DefaultHttpContent(BufferChunk.take(chunk)));
    channel.flush();
    owner.progressed();
    if (channel.isWritable()) {
      exchange.demand();
    } else {
      waitsForUpstream = true;
    }
  }

  /** The request body is complete. */
  void end(Headers trailers) {
    if (over) {
      return;
    }
    requestSent = true;
    LastHttpContent last = new DefaultLastHttpContent();
    HopByHop.without(trailers).build().forEach(last.trailingHeaders()::add);
    write(last);
    channel.flush();
    owner.progressed();
  }

  private void write(Object message) {
    channel
        .write(message)
        .addListener(
            (ChannelFuture future) -> {
              if (!future.isSuccess()) {
                // An upstream may answer and stop reading: its answer, or its end, decides.
                requestSent = false;
              }
            });
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (waitsForUpstream && channel.isWritable() && !over) {
      waitsForUpstream = false;
      exchange.demand();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (over) {
      ReferenceCountUtil.release(message);
      return;
    }
    if (message instanceof HttpResponse response) {
      if (response.decoderResult().isFailure()) {
        ReferenceCountUtil.release(message);
        broken("its head is malformed");
        return;
      }
      head(response);
    }
    if (message instanceof HttpContent content) {
      if (content.decoderResult().isFailure()) {
        content.release();
        broken("its body is malformed");
        return;
      }
      content(content);
    }
  }

  private void head(HttpResponse response) {
    int status = response.status().code();
    if (status == 101) {
      broken("it switches protocols, which nobody asked for");
      return;
    }
    ResponseHead head = new ResponseHead(status, headers(response.headers()));
    if (head.isInterim()) {
      // 100 (Continue) is between us and the upstream.
      if (status != 100) {
        exchange.inform(head);
      }
      return;
    }
    answered = true;
    keepAlive = HttpUtil.isKeepAlive(response);
    owner.answering();
    exchange.begin(head);
  }

  private void content(HttpContent content) {
    if (!answered) {
      // The empty end of an interim response.
      content.release();
      return;
    }
    boolean last = content instanceof LastHttpContent;
    Headers trailers =
        content instanceof LastHttpContent end ? headers(end.trailingHeaders()) : Headers.EMPTY;
    exchange.write(new BufferChunk(content.content()));
    if (last) {
      finish(trailers);
    }
  }

  private void finish(Headers trailers) {
    over = true;
    channel.pipeline().remove(this);
    // A request that was not sent whole leaves the connection in the middle of it.
    owner.complete(connection, keepAlive && requestSent);
    exchange.finish(trailers);
  }

  private static Headers headers(HttpHeaders fields) {
    Headers.Builder all = Headers.builder();
    fields.forEach(field -> all.add(field.getKey(), field.getValue()));
    return HopByHop.without(all.build()).build();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    readOn();
  }

  private void readOn() {
    if (!over && (!answered || exchange.isWritable())) {
      channel.read();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    broken("it closed the connection");
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    broken(cause.toString());
  }

  private void broken(String why) {
    if (!over) {
      over = true;
      owner.broken(connection, answered, why);
    }
  }

  /** The client's side is over; an upstream that still talks is cut off. */
  void exchangeEnded() {
    if (!over) {
      over = true;
      channel.close();
    }
  }
}

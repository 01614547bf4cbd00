package io.scalws.server.http1;

import io.netty.handler.codec.http.HttpHeaders;
import io.scalws.server.exchange.HttpVersion;
import io.scalws.server.exchange.RequestHead;
import io.scalws.server.exchange.ResponseHead;

/** How a client learns where a response ends (RFC 9112 section 6.3). */
enum BodyEnd {
  /** By the length that the response has already, or by what it answers: it has no body. */
  KNOWN,
  /** It is empty, and says so. */
  EMPTY,
  /** By the last chunk, after which trailers may come. */
  CHUNKED,
  /** By the end of the connection: HTTP/1.0 has no chunks. */
  CLOSE;

  /**
   * @param last whether nothing follows the head
   */
  static BodyEnd of(RequestHead request, ResponseHead response, boolean last) {
    boolean bodiless =
        response.status() == 204 || response.status() == 304 || request.method().equals("HEAD");
    if (bodiless || response.headers().contains("content-length")) {
      return KNOWN;
    }
    if (last) {
      return EMPTY;
    }
    return request.version() == HttpVersion.HTTP_1_0 ? CLOSE : CHUNKED;
  }

  /** Tells it in the head of the response. */
  void announce(HttpHeaders headers) {
    switch (this) {
      case EMPTY -> headers.set("content-length", "0");
      case CHUNKED -> headers.set("transfer-encoding", "chunked");
      case KNOWN, CLOSE -> {
        // The head is complete.
      }
    }
  }
}

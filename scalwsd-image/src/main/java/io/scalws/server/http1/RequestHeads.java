package io.scalws.server.http1;

import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.scalws.server.exchange.Headers;
import io.scalws.server.exchange.HttpVersion;
import io.scalws.server.exchange.Origin;
import io.scalws.server.exchange.RequestHead;
import io.scalws.server.exchange.ResponseHead;
import io.scalws.server.exchange.Target;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Between Netty's HTTP/1.1 messages and ours. */
final class RequestHeads {
  private RequestHeads() {}

  /** The request, or empty if it must be answered with 400. */
  static Optional<RequestHead> of(HttpRequest request, Origin origin) {
    boolean old =
        request.protocolVersion().equals(io.netty.handler.codec.http.HttpVersion.HTTP_1_0);
    if (!old
        && !request.protocolVersion().equals(io.netty.handler.codec.http.HttpVersion.HTTP_1_1)) {
      return Optional.empty();
    }
    List<String> hosts = request.headers().getAll("host");
    // RFC 9112 section 3.2: exactly one, except that HTTP/1.0 knew none.
    if (hosts.size() > 1 || (hosts.isEmpty() && !old)) {
      return Optional.empty();
    }
    String host = hosts.isEmpty() ? "" : hosts.getFirst();
    return target(request, host, origin.tls() ? "https" : "http")
        .map(
            target ->
                new RequestHead(
                    old ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1,
                    request.method().name(),
                    target,
                    headers(request.headers()).toBuilder().remove("host").build(),
                    origin));
  }

  private static Optional<Target> target(HttpRequest request, String host, String scheme) {
    String uri = request.uri();
    if (uri.startsWith("/") || (uri.equals("*") && request.method().name().equals("OPTIONS"))) {
      return Optional.of(Target.of(scheme, host, uri));
    }
    try {
      // RFC 9112 section 3.2.2: the absolute form overrides Host.
      URI absolute = new URI(uri);
      if (absolute.getScheme() == null || absolute.getRawAuthority() == null) {
        return Optional.empty();
      }
      String path = absolute.getRawPath().isEmpty() ? "/" : absolute.getRawPath();
      return Optional.of(
          new Target(
              scheme,
              absolute.getRawAuthority(),
              path,
              Optional.ofNullable(absolute.getRawQuery())));
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  static Headers headers(HttpHeaders fields) {
    Headers.Builder headers = Headers.builder();
    for (Map.Entry<String, String> field : fields) {
      headers.add(field.getKey(), field.getValue());
    }
    return headers.build();
  }

  static boolean keepsAlive(HttpRequest request) {
    return HttpUtil.isKeepAlive(request);
  }

  /** RFC 9112 section 6.3 */
  static boolean hasBody(HttpRequest request) {
    return HttpUtil.isTransferEncodingChunked(request)
        || HttpUtil.getContentLength(request, 0L) > 0;
  }

  static boolean expectsContinue(HttpRequest request) {
    return HttpUtil.is100ContinueExpected(request);
  }

  /** What a request that the decoder gave up is answered with. */
  static int statusOf(Throwable cause) {
    return switch (cause) {
      case TooLongHttpLineException _ -> 414;
      case TooLongHttpHeaderException _ -> 431;
      default -> 400;
    };
  }

  static DefaultHttpResponse response(ResponseHead head) {
    DefaultHttpResponse response =
        new DefaultHttpResponse(
            io.netty.handler.codec.http.HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(head.status()));
    head.headers().forEach(response.headers()::add);
    return response;
  }
}

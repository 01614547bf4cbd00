package io.scalws.server.http1;

import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.scalws.server.exchange.Headers;
import io.scalws.server.exchange.HttpVersion;
import io.scalws.server.exchange.Origin;
import io.scalws.server.exchange.RequestHead;
import io.scalws.server.exchange.RequestSyntax;
import io.scalws.server.exchange.ResponseHead;
import io.scalws.server.exchange.Target;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Between Netty's HTTP/1.1 messages and ours. */
final class RequestHeads {
  private static final io.netty.handler.codec.http.HttpVersion VERSION_1_0 =
      io.netty.handler.codec.http.HttpVersion.HTTP_1_0;
  private static final io.netty.handler.codec.http.HttpVersion VERSION_1_1 =
      io.netty.handler.codec.http.HttpVersion.HTTP_1_1;

  /** Whether a request can be handled. */
  sealed interface Admission {}

  /** It can. */
  record Admitted(RequestHead head) implements Admission {}

  /** It must be answered with that status. */
  record Refused(int status) implements Admission {}

  private RequestHeads() {}

  /** The request, or the status with which it must be answered. */
  static Admission of(HttpRequest request, Origin origin) {
    boolean old = request.protocolVersion().equals(VERSION_1_0);
    if (!old && !request.protocolVersion().equals(VERSION_1_1)) {
      return new Refused(request.protocolVersion().majorVersion() == 1 ? 400 : 505);
    }
    HttpHeaders fields = request.headers();
    List<String> hosts = fields.getAll("host");
    // RFC 9112 section 3.2: exactly one, except that HTTP/1.0 knew none.
    if (hosts.size() > 1 || (hosts.isEmpty() && !old)) {
      return new Refused(400);
    }
    String host = hosts.isEmpty() ? "" : hosts.getFirst();
    if (!host.isEmpty() && !RequestSyntax.isAuthority(host)) {
      return new Refused(400);
    }
    // Netty would take eight octets that no length announces for a body of these.
    if (fields.contains("sec-websocket-key1") && fields.contains("sec-websocket-key2")) {
      return new Refused(400);
    }
    List<String> codings = fields.getAll("transfer-encoding");
    if (codings.size() > 1 || codings.stream().anyMatch(each -> !isChunked(each))) {
      // RFC 9112 section 6.1: a coding that we do not know
      return new Refused(501);
    }
    if (fields.contains("expect") && !old && !expectsContinue(request)) {
      // RFC 9110 section 10.1.1
      return new Refused(417);
    }
    Optional<Target> target = target(request, host, origin.tls() ? "https" : "http");
    if (target.isEmpty()) {
      return new Refused(400);
    }
    return new Admitted(
        new RequestHead(
            old ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1,
            request.method().name(),
            target.get(),
            headers(fields).toBuilder().remove("host").build(),
            origin));
  }

  private static boolean isChunked(String coding) {
    return coding.equalsIgnoreCase("chunked");
  }

  private static Optional<Target> target(HttpRequest request, String host, String scheme) {
    String uri = request.uri();
    if (uri.equals("*") && request.method().equals(HttpMethod.OPTIONS)) {
      return Optional.of(Target.of(scheme, host, uri));
    }
    if (uri.startsWith("/")) {
      return pathAndQuery(scheme, host, uri);
    }
    // RFC 9112 section 3.2.2: the absolute form overrides Host, whatever that says.
    int authorityBegin = uri.indexOf("://") + 3;
    String itsScheme = uri.substring(0, Math.max(0, authorityBegin - 3)).toLowerCase(Locale.ROOT);
    if (!itsScheme.equals("http") && !itsScheme.equals("https")) {
      return Optional.empty();
    }
    int authorityEnd = authorityBegin;
    while (authorityEnd < uri.length() && "/?".indexOf(uri.charAt(authorityEnd)) < 0) {
      authorityEnd++;
    }
    String authority = uri.substring(authorityBegin, authorityEnd);
    String rest = uri.substring(authorityEnd);
    return RequestSyntax.isAuthority(authority)
        ? pathAndQuery(scheme, authority, rest.startsWith("/") ? rest : "/" + rest)
        : Optional.empty();
  }

  private static Optional<Target> pathAndQuery(String scheme, String authority, String text) {
    return RequestSyntax.isPathAndQuery(text)
        ? Optional.of(Target.of(scheme, authority, text))
        : Optional.empty();
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
        new DefaultHttpResponse(VERSION_1_1, HttpResponseStatus.valueOf(head.status()));
    head.headers().forEach(response.headers()::add);
    return response;
  }
}

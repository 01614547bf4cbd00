package io.scalws.server.http2;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.scalws.server.exchange.Headers;
import io.scalws.server.exchange.HttpVersion;
import io.scalws.server.exchange.Origin;
import io.scalws.server.exchange.RequestHead;
import io.scalws.server.exchange.ResponseHead;
import io.scalws.server.exchange.Target;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Between Netty's headers and ours, with the checks of RFC 9113 section 8 that Netty leaves out.
 */
final class RequestHeads {
  /** RFC 9113 section 8.2.2: connection-specific, so a message with them is malformed. */
  private static final Set<String> CONNECTION_SPECIFIC =
      Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

  private RequestHeads() {}

  /** The request, or empty if it is malformed. */
  static Optional<RequestHead> of(Http2Headers fields, Origin origin) {
    Optional<Headers> headers = regular(fields);
    if (headers.isEmpty() || fields.method() == null || fields.scheme() == null) {
      return Optional.empty();
    }
    String path = fields.path() == null ? "" : fields.path().toString();
    boolean whole = path.equals("*") && fields.method().toString().equals("OPTIONS");
    if (!path.startsWith("/") && !whole) {
      return Optional.empty();
    }
    String scheme = fields.scheme().toString();
    if (!scheme.equals("https") && !scheme.equals("http")) {
      return Optional.empty();
    }
    String authority =
        fields.authority() != null
            ? fields.authority().toString()
            : headers.get().first("host").orElse("");
    if (authority.isEmpty() || authority.indexOf('@') >= 0) {
      // RFC 9113 section 8.3.1: neither empty nor with user information
      return Optional.empty();
    }
    return Optional.of(
        new RequestHead(
            HttpVersion.HTTP_2,
            fields.method().toString(),
            Target.of(scheme, authority, path),
            headers.get().toBuilder().remove("host").build(),
            origin));
  }

  /** The fields that are no pseudo fields, or empty if one of them is malformed. */
  static Optional<Headers> regular(Http2Headers fields) {
    Headers.Builder headers = Headers.builder();
    for (Map.Entry<CharSequence, CharSequence> field : fields) {
      String name = field.getKey().toString();
      String value = field.getValue().toString();
      if (name.startsWith(":")) {
        continue;
      }
      if (!isName(name) || !isValue(value) || CONNECTION_SPECIFIC.contains(name)) {
        return Optional.empty();
      }
      headers.add(name, value);
    }
    return Optional.of(headers.build());
  }

  static Http2Headers fields(ResponseHead head) {
    Http2Headers fields = new DefaultHttp2Headers(false);
    fields.status(Integer.toString(head.status()));
    head.headers().forEach(fields::add);
    return fields;
  }

  /** RFC 9110 section 5.1: a token, and RFC 9113 section 8.2: in lower case. */
  private static boolean isName(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letterOrDigit = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
      if (!letterOrDigit && "!#$%&'*+-.^_`|~".indexOf(c) < 0) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  /** RFC 9110 section 5.5, and RFC 9113 section 8.2.1: no NUL, CR, LF, no blank at the ends. */
  private static boolean isValue(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == 0 || c == '\r' || c == '\n') {
        return false;
      }
    }
    return value.isEmpty()
        || (!isBlank(value.charAt(0)) && !isBlank(value.charAt(value.length() - 1)));
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}

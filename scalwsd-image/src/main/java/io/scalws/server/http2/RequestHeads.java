package io.scalws.server.http2;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.scalws.server.exchange.Headers;
import io.scalws.server.exchange.HttpVersion;
import io.scalws.server.exchange.Origin;
import io.scalws.server.exchange.RequestHead;
import io.scalws.server.exchange.RequestSyntax;
import io.scalws.server.exchange.ResponseHead;
import io.scalws.server.exchange.Target;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Between Netty's headers and ours, with the checks of RFC 9113 section 8 that Netty leaves out.
 */
final class RequestHeads {
  /** What a field costs besides its octets: RFC 9113 section 6.5.2. */
  private static final int FIELD_OVERHEAD = 32;

  private RequestHeads() {}

  /** The request, or empty if it is malformed. */
  static Optional<RequestHead> of(Http2Headers fields, Origin origin) {
    Optional<Headers> regular = regular(fields);
    if (regular.isEmpty() || fields.method() == null || fields.scheme() == null) {
      return Optional.empty();
    }
    Headers headers = regular.get();
    String method = fields.method().toString();
    String path = fields.path() == null ? "" : fields.path().toString();
    boolean whole = path.equals("*") && method.equals("OPTIONS");
    if (!RequestSyntax.isToken(method) || (!RequestSyntax.isPathAndQuery(path) && !whole)) {
      return Optional.empty();
    }
    String scheme = fields.scheme().toString();
    if (!scheme.equals("https") && !scheme.equals("http")) {
      return Optional.empty();
    }
    List<String> hosts = headers.all("host");
    String authority =
        fields.authority() != null
            ? fields.authority().toString()
            : hosts.stream().findFirst().orElse("");
    // RFC 9113 section 8.3.1: not empty, no user information, and Host says the same.
    if (!RequestSyntax.isAuthority(authority)
        || !hosts.stream().allMatch(authority::equalsIgnoreCase)) {
      return Optional.empty();
    }
    if (!RequestSyntax.hasClearLength(headers)) {
      return Optional.empty();
    }
    return Optional.of(
        new RequestHead(
            HttpVersion.HTTP_2,
            method,
            Target.of(scheme, authority, path),
            headers.toBuilder().remove("host").build(),
            origin));
  }

  /**
   * Trailers, or empty if they are malformed; RFC 9113 section 8.1: pseudo fields have no place in
   * them.
   */
  static Optional<Headers> trailers(Http2Headers fields) {
    for (Map.Entry<CharSequence, CharSequence> field : fields) {
      if (field.getKey().toString().startsWith(":")) {
        return Optional.empty();
      }
    }
    return regular(fields);
  }

  /** The fields that are no pseudo fields, or empty if one of them is malformed. */
  private static Optional<Headers> regular(Http2Headers fields) {
    Headers.Builder headers = Headers.builder();
    for (Map.Entry<CharSequence, CharSequence> field : fields) {
      String name = field.getKey().toString();
      String value = field.getValue().toString();
      if (name.startsWith(":")) {
        continue;
      }
      if (!RequestSyntax.isStreamField(name, value)) {
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

  /** The size by which limits of field sections are counted. */
  static long size(Http2Headers fields) {
    long size = 0;
    for (Map.Entry<CharSequence, CharSequence> field : fields) {
      size += field.getKey().length() + field.getValue().length() + FIELD_OVERHEAD;
    }
    return size;
  }
}

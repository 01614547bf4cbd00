package io.scalws.server.exchange;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request from the field section of a stream, in HTTP/2 and HTTP/3, with the checks of RFC 9113
 * section 8 and RFC 9114 section 4 that codecs leave out.
 */
public final class StreamRequestHeads {
  /** What a field costs besides its octets: RFC 9113 section 6.5.2, RFC 9114 section 4.2.2. */
  private static final int FIELD_OVERHEAD = 32;

  private StreamRequestHeads() {}

  /**
   * The request, or empty if it is malformed.
   *
   * @param fields the pseudo fields among them
   */
  public static Optional<RequestHead> of(
      HttpVersion version, Iterable<Map.Entry<CharSequence, CharSequence>> fields, Origin origin) {
    Optional<Headers> regular = regular(fields);
    Map<String, String> pseudo = pseudo(fields);
    String method = pseudo.getOrDefault(":method", "");
    String path = pseudo.getOrDefault(":path", "");
    String scheme = pseudo.getOrDefault(":scheme", "");
    boolean whole = path.equals("*") && method.equals("OPTIONS");
    if (regular.isEmpty()
        || !RequestSyntax.isToken(method)
        || (!RequestSyntax.isPathAndQuery(path) && !whole)
        || (!scheme.equals("https") && !scheme.equals("http"))) {
      return Optional.empty();
    }
    Headers headers = regular.get();
    List<String> hosts = headers.all("host");
    String authority = pseudo.getOrDefault(":authority", hosts.stream().findFirst().orElse(""));
    // RFC 9113 section 8.3.1, RFC 9114 section 4.3.1: not empty, no user information, and Host says
    // the same.
    if (!RequestSyntax.isAuthority(authority)
        || !hosts.stream().allMatch(authority::equalsIgnoreCase)
        || !RequestSyntax.hasClearLength(headers)) {
      return Optional.empty();
    }
    return Optional.of(
        new RequestHead(
            version,
            method,
            Target.of(scheme, authority, path),
            headers.toBuilder().remove("host").build(),
            origin));
  }

  /** The pseudo fields; none of them if one comes twice, so that the request is malformed. */
  private static Map<String, String> pseudo(
      Iterable<Map.Entry<CharSequence, CharSequence>> fields) {
    Map<String, String> pseudo = new HashMap<>();
    for (Map.Entry<CharSequence, CharSequence> field : fields) {
      if (isPseudo(field)
          && pseudo.put(field.getKey().toString(), field.getValue().toString()) != null) {
        return Map.of();
      }
    }
    return pseudo;
  }

  private static boolean isPseudo(Map.Entry<CharSequence, CharSequence> field) {
    return !field.getKey().isEmpty() && field.getKey().charAt(0) == ':';
  }

  /**
   * Trailers, or empty if they are malformed; RFC 9113 section 8.1, RFC 9114 section 4.3: pseudo
   * fields have no place in them.
   */
  public static Optional<Headers> trailers(Iterable<Map.Entry<CharSequence, CharSequence>> fields) {
    for (Map.Entry<CharSequence, CharSequence> field : fields) {
      if (isPseudo(field)) {
        return Optional.empty();
      }
    }
    return regular(fields);
  }

  /** The fields that are no pseudo fields, or empty if one of them is malformed. */
  private static Optional<Headers> regular(Iterable<Map.Entry<CharSequence, CharSequence>> fields) {
    Headers.Builder headers = Headers.builder();
    for (Map.Entry<CharSequence, CharSequence> field : fields) {
      if (isPseudo(field)) {
        continue;
      }
      String name = field.getKey().toString();
      String value = field.getValue().toString();
      if (!RequestSyntax.isStreamField(name, value)) {
        return Optional.empty();
      }
      headers.add(name, value);
    }
    return Optional.of(headers.build());
  }

  /** The size by which limits of field sections are counted. */
  public static long size(Iterable<Map.Entry<CharSequence, CharSequence>> fields) {
    long size = 0;
    for (Map.Entry<CharSequence, CharSequence> field : fields) {
      size += field.getKey().length() + field.getValue().length() + FIELD_OVERHEAD;
    }
    return size;
  }
}

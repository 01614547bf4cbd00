package io.scalws.server.route;

import io.scalws.planning.spec.HostnamePattern;
import io.scalws.planning.spec.Route;
import io.scalws.planning.spec.Route.HeaderMatch;
import io.scalws.planning.spec.Route.PathMatch;
import io.scalws.server.exchange.RequestHead;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * All routes of a runtime, most specific first: an exact hostname before a wildcard (the longer one
 * first) before none, then an exact path before the longest prefix, then a method, then the number
 * of headers, then the order of the specification (Gateway API, HTTPRouteRule.matches). Immutable.
 */
public final class RouteTable {
  private static final Comparator<Entry> PRECEDENCE =
      Comparator.<Entry>comparingInt(entry -> hostRank(entry.hostname()))
          .thenComparingInt(entry -> -entry.hostname().map(name -> name.name().length()).orElse(0))
          .thenComparingInt(entry -> entry.path() instanceof PathMatch.Exact ? 0 : 1)
          .thenComparingInt(entry -> -entry.path().value().length())
          .thenComparingInt(entry -> entry.match().match().method().isPresent() ? 0 : 1)
          .thenComparingInt(entry -> -entry.match().match().headers().size());

  private final List<Entry> entries;

  public RouteTable(List<Route> routes) {
    List<Entry> all = new ArrayList<>();
    for (Route route : routes) {
      for (Route.Match match : route.matches()) {
        RouteMatch each = new RouteMatch(route, match);
        if (route.hostnames().isEmpty()) {
          all.add(new Entry(Optional.empty(), each));
        }
        route.hostnames().forEach(hostname -> all.add(new Entry(Optional.of(hostname), each)));
      }
    }
    // A stable sort keeps the order of the specification among equals.
    all.sort(PRECEDENCE);
    entries = List.copyOf(all);
  }

  /** The most specific route that a request meets. */
  public Optional<RouteMatch> match(RequestHead request) {
    String host = request.target().host();
    for (Entry entry : entries) {
      if (entry.meets(request, host)) {
        return Optional.of(entry.match());
      }
    }
    return Optional.empty();
  }

  private static int hostRank(Optional<HostnamePattern> hostname) {
    return hostname.map(pattern -> pattern.wildcard() ? 1 : 0).orElse(2);
  }

  private record Entry(Optional<HostnamePattern> hostname, RouteMatch match) {
    PathMatch path() {
      return match.match().path();
    }

    boolean meets(RequestHead request, String host) {
      return hostname.map(pattern -> pattern.matches(host)).orElse(true)
          && meetsPath(request.target().path())
          && match.match().method().map(request.method()::equals).orElse(true)
          && match.match().headers().stream().allMatch(header -> meetsHeader(request, header));
    }

    private boolean meetsPath(String requested) {
      return switch (path()) {
        case PathMatch.Exact(String value) -> requested.equals(value);
        case PathMatch.Prefix(String value) ->
            value.equals("/")
                || (requested.startsWith(value)
                    && (requested.length() == value.length()
                        || requested.charAt(value.length()) == '/'));
      };
    }

    private static boolean meetsHeader(RequestHead request, HeaderMatch header) {
      List<String> values = request.headers().all(header.name());
      // RFC 9110 section 5.3: repeated fields are one list.
      return !values.isEmpty() && String.join(",", values).equals(header.value());
    }
  }
}

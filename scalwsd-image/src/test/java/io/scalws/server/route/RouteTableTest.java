package io.scalws.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.scalws.planning.spec.HostnamePattern;
import io.scalws.planning.spec.Route;
import io.scalws.planning.spec.Route.Action;
import io.scalws.planning.spec.Route.HeaderMatch;
import io.scalws.planning.spec.Route.Match;
import io.scalws.planning.spec.Route.PathMatch;
import io.scalws.server.exchange.Headers;
import io.scalws.server.exchange.HttpVersion;
import io.scalws.server.exchange.Origin;
import io.scalws.server.exchange.RequestHead;
import io.scalws.server.exchange.Target;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RouteTableTest {
  private static final InetSocketAddress LOOPBACK =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

  private static Route route(String name, Match match, String... hostnames) {
    return new Route(
        List.of(hostnames).stream().map(text -> HostnamePattern.parse(text).orElseThrow()).toList(),
        List.of(match),
        new Action.Redirect(302, name));
  }

  private static Match exact(String path) {
    return new Match(new PathMatch.Exact(path), List.of(), Optional.empty());
  }

  private static Match prefix(String path) {
    return new Match(new PathMatch.Prefix(path), List.of(), Optional.empty());
  }

  private static String answer(RouteTable table, String method, String authority, String path) {
    return answer(table, method, authority, path, Headers.EMPTY);
  }

  private static String answer(
      RouteTable table, String method, String authority, String path, Headers headers) {
    RequestHead head =
        new RequestHead(
            HttpVersion.HTTP_2,
            method,
            Target.of("https", authority, path),
            headers,
            new Origin(LOOPBACK, LOOPBACK, "web", true, false));
    return table
        .match(head)
        .map(match -> ((Action.Redirect) match.route().action()).location())
        .orElse("none");
  }

  @Test
  void anExactHostnameWinsOverAWildcardOverNone() {
    RouteTable table =
        new RouteTable(
            List.of(
                route("any", exact("/a")),
                route("wild", prefix("/"), "*.example.com"),
                route("longer wild", prefix("/"), "*.b.example.com"),
                route("exact", prefix("/"), "a.example.com")));
    assertThat(answer(table, "GET", "a.example.com:8443", "/a")).isEqualTo("exact");
    assertThat(answer(table, "GET", "C.example.com", "/a")).isEqualTo("wild");
    assertThat(answer(table, "GET", "c.b.example.com", "/a")).isEqualTo("longer wild");
    assertThat(answer(table, "GET", "example.com", "/a")).isEqualTo("any");
    assertThat(answer(table, "GET", "example.com", "/b")).isEqualTo("none");
  }

  @Test
  void anExactPathWinsOverTheLongestPrefix() {
    RouteTable table =
        new RouteTable(
            List.of(
                route("root", prefix("/")),
                route("api", prefix("/api")),
                route("users", prefix("/api/users")),
                route("exact", exact("/api"))));
    assertThat(answer(table, "GET", "x", "/api")).isEqualTo("exact");
    assertThat(answer(table, "GET", "x", "/api/")).isEqualTo("api");
    assertThat(answer(table, "GET", "x", "/api/users/1")).isEqualTo("users");
    assertThat(answer(table, "GET", "x", "/apis"))
        .as("prefixes end at a segment")
        .isEqualTo("root");
  }

  @Test
  void thenMethodThenHeadersThenOrder() {
    RouteTable table =
        new RouteTable(
            List.of(
                route("first", prefix("/")),
                route("second", prefix("/")),
                route(
                    "header",
                    new Match(
                        new PathMatch.Prefix("/"),
                        List.of(new HeaderMatch("x-a", "1")),
                        Optional.empty())),
                route(
                    "post", new Match(new PathMatch.Prefix("/"), List.of(), Optional.of("POST")))));
    assertThat(answer(table, "GET", "x", "/")).isEqualTo("first");
    assertThat(answer(table, "POST", "x", "/", Headers.of("x-a", "1"))).isEqualTo("post");
    assertThat(answer(table, "GET", "x", "/", Headers.of("X-A", "1"))).isEqualTo("header");
    assertThat(answer(table, "GET", "x", "/", Headers.of("x-a", "1", "x-a", "2")))
        .isEqualTo("first");
  }
}

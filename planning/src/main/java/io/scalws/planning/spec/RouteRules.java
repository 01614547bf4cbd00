package io.scalws.planning.spec;

import io.scalws.crds.RouteSpec;
import io.scalws.crds.RouteSpec.MatchSpec;
import io.scalws.crds.RouteSpec.PathMatchSpec;
import io.scalws.crds.RouteSpec.PathType;
import io.scalws.planning.spec.Route.Action;
import io.scalws.planning.spec.Route.HeaderMatch;
import io.scalws.planning.spec.Route.Match;
import io.scalws.planning.spec.Route.PathMatch;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** From {@code spec.routes} to routes with one action each. */
final class RouteRules {
  private static final int MAX_ROUTES = 256;
  private static final int MAX_PATH = 1024;
  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH");

  private final Findings findings;
  private final FieldRules fields;
  private final ActionRules actions;

  RouteRules(Findings findings, Map<String, ConfigMapFiles> configMaps) {
    this.findings = findings;
    this.fields = new FieldRules(findings);
    this.actions = new ActionRules(findings, configMaps);
  }

  List<Route> apply(String path, List<RouteSpec> specs) {
    List<Route> routes = new ArrayList<>();
    if (specs != null && specs.size() > MAX_ROUTES) {
      findings.add(path, specs.size() + " routes; at most " + MAX_ROUTES + " are allowed");
      return routes;
    }
    Findings.each(path, specs, (at, spec) -> route(at, spec).ifPresent(routes::add));
    return routes;
  }

  private Optional<Route> route(String path, RouteSpec spec) {
    List<HostnamePattern> hostnames = hostnames(path + ".hostnames", spec.hostnames());
    List<Match> matches = new ArrayList<>();
    Findings.each(path + ".matches", spec.matches(), (at, match) -> matches.add(match(at, match)));
    Optional<Action> action = actions.apply(path, spec);
    return action.map(
        found -> new Route(hostnames, matches.isEmpty() ? List.of(Match.ALL) : matches, found));
  }

  private List<HostnamePattern> hostnames(String path, List<String> texts) {
    List<HostnamePattern> hostnames = new ArrayList<>();
    Findings.each(
        path,
        texts,
        (at, text) ->
            fields
                .hostname(at, text)
                .ifPresent(
                    pattern -> {
                      if (hostnames.contains(pattern)) {
                        findings.add(at, FieldRules.quoted(text) + " is listed twice; remove one");
                      }
                      hostnames.add(pattern);
                    }));
    return hostnames;
  }

  private Match match(String path, MatchSpec spec) {
    List<HeaderMatch> headers = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    Findings.each(
        path + ".headers",
        spec.headers(),
        (at, header) -> {
          Optional<String> name =
              findings
                  .required(at + ".name", header.name(), "name the request header")
                  .flatMap(text -> fields.headerName(at + ".name", text))
                  .map(text -> text.toLowerCase(Locale.ROOT));
          Optional<String> value =
              findings
                  .required(at + ".value", header.value(), "give the value to compare with")
                  .filter(text -> fields.headerValue(at + ".value", text));
          if (name.isPresent() && !seen.add(name.get())) {
            findings.add(
                at + ".name", FieldRules.quoted(header.name()) + " is listed twice; remove one");
          }
          if (name.isPresent() && value.isPresent()) {
            headers.add(new HeaderMatch(name.get(), value.get()));
          }
        });
    return new Match(
        path(path + ".path", spec.path()), headers, method(path + ".method", spec.method()));
  }

  private Optional<String> method(String path, String text) {
    if (text == null || METHODS.contains(text)) {
      return Optional.ofNullable(text);
    }
    String guess =
        NearestName.of(text, METHODS)
            .map(name -> "; did you mean " + name + "?")
            .orElse("; use one of " + String.join(", ", METHODS));
    findings.add(path, FieldRules.quoted(text) + " is not a method that can be matched" + guess);
    return Optional.empty();
  }

  private PathMatch path(String path, PathMatchSpec spec) {
    if (spec == null || spec.value() == null) {
      if (spec != null && spec.type() == PathType.EXACT && !findings.has(path + ".value")) {
        findings.add(path + ".value", "missing; give the path to compare with");
      }
      return new PathMatch.Prefix("/");
    }
    String value = spec.value();
    pathProblem(value)
        .ifPresent(
            problem -> findings.add(path + ".value", FieldRules.quoted(value) + " " + problem));
    if (spec.type() == PathType.EXACT) {
      return new PathMatch.Exact(value);
    }
    boolean slash = value.length() > 1 && value.endsWith("/");
    return new PathMatch.Prefix(slash ? value.substring(0, value.length() - 1) : value);
  }

  /** What the Gateway API's HTTPPathMatch refuses, so that a route can never be ambiguous. */
  private static Optional<String> pathProblem(String value) {
    if (!value.startsWith("/")) {
      return Optional.of("does not begin with a slash");
    }
    if (value.length() > MAX_PATH) {
      return Optional.of("is longer than " + MAX_PATH + " characters");
    }
    for (String bad : List.of("//", "/./", "/../", "%2f", "%2F", "#", "?", "\\")) {
      if (value.contains(bad)) {
        return Optional.of("contains \"" + bad + "\"; write the plain path");
      }
    }
    if (value.endsWith("/.") || value.endsWith("/..")) {
      return Optional.of("ends with a dot segment; write the plain path");
    }
    if (value.chars().anyMatch(c -> c <= ' ' || c >= 0x7f)) {
      return Optional.of("has a space or a character outside ASCII; percent-encode it");
    }
    return Optional.empty();
  }
}

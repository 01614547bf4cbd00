package io.scalws.planning.spec;

import io.scalws.crds.RouteSpec;
import io.scalws.crds.RouteSpec.BackendRefSpec;
import io.scalws.crds.RouteSpec.RedirectSpec;
import io.scalws.crds.RouteSpec.RespondSpec;
import io.scalws.crds.RouteSpec.StaticSpec;
import io.scalws.planning.spec.Route.Action;
import io.scalws.planning.spec.Route.Backend;
import io.scalws.planning.spec.Route.Source;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The one thing that a route does. */
final class ActionRules {
  private static final List<Integer> REDIRECTS = List.of(301, 302, 303, 307, 308);
  private static final int MAX_WEIGHT = 1_000_000;
  private static final int MAX_BODY = 65_536;
  private static final Duration DEFAULT_BACKEND_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
  private static final Duration MAX_TIMEOUT = Duration.ofHours(24);

  private final Findings findings;
  private final FieldRules fields;
  private final Map<String, ConfigMapFiles> configMaps;

  ActionRules(Findings findings, Map<String, ConfigMapFiles> configMaps) {
    this.findings = findings;
    this.fields = new FieldRules(findings);
    this.configMaps = configMaps;
  }

  Optional<Action> apply(String path, RouteSpec spec) {
    List<String> given = new ArrayList<>();
    note(given, "static", spec.staticFiles());
    note(given, "backendRefs", spec.backendRefs());
    note(given, "redirect", spec.redirect());
    note(given, "respond", spec.respond());
    if (given.size() > 1) {
      findings.add(path, "has " + String.join(" and ", given) + "; keep one of them");
    }
    if (given.isEmpty() && !wrongAlready(path)) {
      findings.add(path, "does nothing; add one of static, backendRefs, redirect and respond");
    }
    if (spec.timeouts() != null && spec.backendRefs() == null) {
      findings.add(path + ".timeouts", "has no meaning without backendRefs; remove it");
    }
    Optional<Action> action = Optional.empty();
    if (spec.respond() != null) {
      action = respond(path + ".respond", spec.respond());
    }
    if (spec.redirect() != null) {
      action = redirect(path + ".redirect", spec.redirect());
    }
    if (spec.staticFiles() != null) {
      action = files(path + ".static", spec.staticFiles());
    }
    if (spec.backendRefs() != null) {
      action = proxy(path, spec);
    }
    return action;
  }

  private boolean wrongAlready(String path) {
    return findings.has(path + ".static")
        || findings.has(path + ".backendRefs")
        || findings.has(path + ".redirect")
        || findings.has(path + ".respond");
  }

  private static void note(List<String> given, String name, Object value) {
    if (value != null) {
      given.add(name);
    }
  }

  private Optional<Action> respond(String path, RespondSpec spec) {
    int status = fields.number(path + ".statusCode", spec.statusCode(), 200, 200, 599);
    Content body = spec.body() == null ? Content.EMPTY : Content.ofUtf8(spec.body());
    if (body.length() > MAX_BODY) {
      findings.add(
          path + ".body",
          body.length() + " octets; at most " + MAX_BODY + " are allowed, use static for more");
    }
    // RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5: these have no content.
    if ((status == 204 || status == 205 || status == 304) && body.length() > 0) {
      findings.add(path + ".body", "a response with status " + status + " has no body; remove it");
    }
    String type = spec.contentType() == null ? "text/plain; charset=utf-8" : spec.contentType();
    fields.headerValue(path + ".contentType", type);
    return Optional.of(new Action.Respond(status, body, type));
  }

  private Optional<Action> redirect(String path, RedirectSpec spec) {
    int status = spec.statusCode() == null ? 302 : spec.statusCode();
    if (!REDIRECTS.contains(status)) {
      findings.add(
          path + ".statusCode", status + " is not a redirect; use 301, 302, 303, 307 or 308");
    }
    Optional<String> location =
        findings.required(path + ".location", spec.location(), "give a path or URL");
    if (location.isPresent() && !isLocation(location.get())) {
      findings.add(
          path + ".location",
          FieldRules.quoted(location.get())
              + " is neither a path with a slash in front nor an http or https URL");
      return Optional.empty();
    }
    return location.map(found -> new Action.Redirect(status, found));
  }

  private static boolean isLocation(String text) {
    try {
      URI uri = new URI(text);
      boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      boolean path = uri.getScheme() == null && text.startsWith("/") && !text.startsWith("//");
      return text.chars().allMatch(c -> c > ' ' && c < 0x7f)
          && (path || (web && uri.getHost() != null));
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private Optional<Action> files(String path, StaticSpec spec) {
    boolean directory = spec.directory() != null;
    if (directory == (spec.configMapRef() != null)) {
      if (directory
          || !(findings.has(path + ".directory") || findings.has(path + ".configMapRef"))) {
        findings.add(path, "needs exactly one of directory and configMapRef");
      }
      return Optional.empty();
    }
    if (directory) {
      if (!spec.directory().startsWith("/") || spec.directory().indexOf('\0') >= 0) {
        findings.add(
            path + ".directory",
            FieldRules.quoted(spec.directory())
                + " is not an absolute path; begin with a slash, the instances have no working"
                + " directory of yours");
        return Optional.empty();
      }
      return Optional.of(new Action.Static(new Source.Directory(spec.directory())));
    }
    String at = path + ".configMapRef.name";
    return findings
        .required(at, spec.configMapRef().name(), "name a ConfigMap")
        .flatMap(text -> fields.objectName(at, text))
        .flatMap(name -> configMap(at, name));
  }

  private Optional<Action> configMap(String path, String name) {
    ConfigMapFiles found = configMaps.get(name);
    if (found == null) {
      String guess =
          NearestName.of(name, configMaps.keySet())
              .map(known -> "did you mean " + FieldRules.quoted(known) + "?")
              .orElse("add it to the files");
      findings.add(path, "there is no ConfigMap " + FieldRules.quoted(name) + "; " + guess);
      return Optional.empty();
    }
    return Optional.of(new Action.Static(new Source.Files(name, found)));
  }

  private Optional<Action> proxy(String path, RouteSpec spec) {
    String at = path + ".backendRefs";
    List<Backend> backends = new ArrayList<>();
    Findings.each(
        at, spec.backendRefs(), (each, ref) -> backend(each, ref).ifPresent(backends::add));
    if (spec.backendRefs().isEmpty()) {
      findings.add(at, "is empty; give at least one backend");
    } else if (!backends.isEmpty() && backends.stream().allMatch(each -> each.weight() == 0)) {
      findings.add(at, "every weight is 0, so nothing could answer; give one of them a weight");
    }
    String request = spec.timeouts() == null ? null : spec.timeouts().request();
    String backend = spec.timeouts() == null ? null : spec.timeouts().backendRequest();
    Optional<Duration> requestTimeout =
        Optional.ofNullable(
            fields.duration(path + ".timeouts.request", request, null, MIN_TIMEOUT, MAX_TIMEOUT));
    Duration backendTimeout =
        fields.duration(
            path + ".timeouts.backendRequest",
            backend,
            requestTimeout
                .filter(bound -> bound.compareTo(DEFAULT_BACKEND_TIMEOUT) < 0)
                .orElse(DEFAULT_BACKEND_TIMEOUT),
            MIN_TIMEOUT,
            MAX_TIMEOUT);
    if (requestTimeout.filter(bound -> backendTimeout.compareTo(bound) > 0).isPresent()) {
      findings.add(
          path + ".timeouts.backendRequest",
          DurationText.of(backendTimeout)
              + " is longer than request ("
              + DurationText.of(requestTimeout.get())
              + ") that contains it; make it shorter");
    }
    return Optional.of(new Action.Proxy(backends, requestTimeout, backendTimeout));
  }

  private Optional<Backend> backend(String path, BackendRefSpec spec) {
    int weight = fields.number(path + ".weight", spec.weight(), 1, 0, MAX_WEIGHT);
    if (spec.url() == null) {
      if (spec.name() != null || spec.port() != null) {
        findings.add(path, "a Service as backend is not supported yet; use url: http://HOST:PORT");
      } else if (!findings.has(path + ".url")) {
        findings.add(path + ".url", "missing; use url: http://HOST:PORT");
      }
      return Optional.empty();
    }
    if (spec.name() != null || spec.port() != null) {
      findings.add(path, "has url and a Service's name or port; keep url");
    }
    return upstream(path + ".url", spec.url(), weight);
  }

  private Optional<Backend> upstream(String path, String text, int weight) {
    try {
      URI url = new URI(text);
      if ("https".equals(url.getScheme())) {
        findings.add(path, "https to a backend is not supported yet; use http");
        return Optional.empty();
      }
      boolean bare =
          (url.getRawPath() == null || url.getRawPath().isEmpty() || url.getRawPath().equals("/"))
              && url.getRawQuery() == null
              && url.getRawFragment() == null
              && url.getRawUserInfo() == null;
      int port = url.getPort() < 0 ? 80 : url.getPort();
      if ("http".equals(url.getScheme())
          && url.getHost() != null
          && bare
          && port >= 1
          && port <= 65535) {
        String host = url.getHost();
        boolean bracketed = host.startsWith("[");
        return Optional.of(
            new Backend(bracketed ? host.substring(1, host.length() - 1) : host, port, weight));
      }
    } catch (URISyntaxException e) {
      // Reported below like every other text that is no such URL.
    }
    findings.add(
        path,
        (text.contains("@") ? "a URL with a user name" : FieldRules.quoted(text))
            + " is not http://HOST:PORT; the path of the request is passed on as it is");
    return Optional.empty();
  }
}

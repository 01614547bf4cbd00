package io.scalws.crds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;

/** Requests and the one thing that is done with them. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RouteSpec(
    @JsonPropertyDescription("Hosts, exact or \"*.\" and a domain. Default: every host.")
        List<String> hostnames,
    @JsonPropertyDescription("Alternatives, one of which must match. Default: every request.")
        List<MatchSpec> matches,
    @JsonProperty("static") @JsonPropertyDescription("Answer with files.") StaticSpec staticFiles,
    @JsonPropertyDescription("Pass on to an upstream, chosen by weight.")
        List<BackendRefSpec> backendRefs,
    @JsonPropertyDescription("Answer with a redirect.") RedirectSpec redirect,
    @JsonPropertyDescription("Answer with a fixed response.") RespondSpec respond,
    @JsonPropertyDescription("How long an upstream may take; with backendRefs only.")
        RouteTimeoutsSpec timeouts) {

  /** Everything given must match. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record MatchSpec(
      @JsonPropertyDescription("Default: the prefix /.") PathMatchSpec path,
      @JsonPropertyDescription("Request headers, all of which must match.")
          List<HeaderMatchSpec> headers,
      @JsonPropertyDescription("Request method, upper case. Default: every method.")
          String method) {}

  /** A path, compared octet by octet after percent-decoding of unreserved characters. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record PathMatchSpec(
      @JsonPropertyDescription("Exact, or PathPrefix: whole segments. Default: PathPrefix.")
          PathType type,
      @JsonPropertyDescription("Begins with a slash. Default: /.") String value) {}

  /** How a path is compared. */
  public enum PathType {
    @JsonProperty("Exact")
    EXACT,
    @JsonProperty("PathPrefix")
    PATH_PREFIX
  }

  /** One request header. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record HeaderMatchSpec(
      @JsonPropertyDescription("Name, in any case.") String name,
      @JsonPropertyDescription("Value, compared octet by octet.") String value) {}

  /** Files: exactly one of both. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record StaticSpec(
      @JsonPropertyDescription("Absolute path of a directory that every instance can read.")
          String directory,
      @JsonPropertyDescription("ConfigMap whose keys are the file names.") NameRef configMapRef) {}

  /** One upstream: a Service, or a URL. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record BackendRefSpec(
      @JsonPropertyDescription("Name of a Service in the same namespace.") String name,
      @JsonPropertyDescription("Port of the Service.") Integer port,
      @JsonPropertyDescription("http://HOST:PORT of an upstream; instead of name and port.")
          String url,
      @JsonPropertyDescription("Share of the requests among the backends. Default: 1.")
          Integer weight) {}

  /** Where else to look. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RedirectSpec(
      @JsonPropertyDescription("Absolute path or http(s) URL for the Location header.")
          String location,
      @JsonPropertyDescription("301, 302, 303, 307 or 308. Default: 302.") Integer statusCode) {}

  /** A response that needs no file and no upstream. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RespondSpec(
      @JsonPropertyDescription("200 to 599. Default: 200.") Integer statusCode,
      @JsonPropertyDescription("Default: empty.") String body,
      @JsonPropertyDescription("Default: text/plain; charset=utf-8.") String contentType) {}

  /** Bounds for an upstream's answer. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RouteTimeoutsSpec(
      @JsonPropertyDescription("From the whole request to the whole answer. Default: no bound.")
          String request,
      @JsonPropertyDescription("From sending a request to the headers of its answer. Default: 30s.")
          String backendRequest) {}
}

package io.scalws.planning.spec;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Requests and what is done with them.
 *
 * @param hostnames empty: every host
 * @param matches alternatives; never empty
 */
public record Route(List<HostnamePattern> hostnames, List<Match> matches, Action action) {
  public Route {
    hostnames = List.copyOf(hostnames);
    matches = List.copyOf(matches);
    if (matches.isEmpty()) {
      throw new IllegalArgumentException("a route that matches nothing");
    }
  }

  /**
   * All of it must match.
   *
   * @param method upper case; empty: every method
   */
  public record Match(PathMatch path, List<HeaderMatch> headers, Optional<String> method) {
    /** Every request. */
    public static final Match ALL =
        new Match(new PathMatch.Prefix("/"), List.of(), Optional.empty());

    public Match {
      headers = List.copyOf(headers);
    }
  }

  /** How the path is compared. */
  public sealed interface PathMatch {
    String value();

    /** The whole path. */
    record Exact(String value) implements PathMatch {}

    /**
     * The path up to a segment's end.
     *
     * @param value without trailing slash, except {@code /} itself
     */
    record Prefix(String value) implements PathMatch {}
  }

  /**
   * One header with one value.
   *
   * @param name lower case
   */
  public record HeaderMatch(String name, String value) {}

  /** What is done with a request. */
  public sealed interface Action {
    /** A fixed response. */
    record Respond(int statusCode, Content body, String contentType) implements Action {}

    /** A Location. */
    record Redirect(int statusCode, String location) implements Action {}

    /** Files. */
    record Static(Source source) implements Action {}

    /**
     * An upstream, chosen by weight.
     *
     * @param backends at least one of a weight above 0
     * @param requestTimeout for the whole exchange; empty: no bound
     * @param backendTimeout to the headers of the answer
     */
    record Proxy(List<Backend> backends, Optional<Duration> requestTimeout, Duration backendTimeout)
        implements Action {
      public Proxy {
        backends = List.copyOf(backends);
      }
    }
  }

  /** Where files come from. */
  public sealed interface Source {
    /**
     * A directory of the node.
     *
     * @param path absolute
     */
    record Directory(String path) implements Source {}

    /** Files in memory, by name. */
    record Files(String configMap, ConfigMapFiles files) implements Source {}
  }

  /**
   * One upstream.
   *
   * @param host name or address, IPv6 without brackets
   * @param weight 0 or more
   */
  public record Backend(String host, int port, int weight) {}
}

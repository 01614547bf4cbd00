package io.scalws.server.admin;

/** Every metric of this process: name, unit in the name, and what it tells. */
public enum ServerMetric {
  REQUESTS_STARTED("scalws_server_requests_started_total", "Requests whose head was read."),
  REQUESTS(
      "scalws_server_requests_total",
      "Requests that ended, by version and outcome. Started ones are these plus those in flight."),
  REQUESTS_IN_FLIGHT("scalws_server_requests_in_flight", "Requests that have not ended."),
  REQUESTS_UNREADABLE(
      "scalws_server_requests_unreadable_total",
      "Times that a client sent no request but bad syntax, or a head too large or too slowly."),
  ACCESS_LOG_DROPPED(
      "scalws_server_access_log_dropped_total",
      "Lines of the access log that the output was too slow for."),
  CONNECTIONS("scalws_server_connections", "Open connections, by HTTP version."),
  FORCED_CLOSES(
      "scalws_server_forced_closes_total", "Requests cut because the drain timeout was over."),
  DATAGRAMS(
      "scalws_server_datagrams_total", "Datagrams that arrived, each counted once by its fate."),
  DATAGRAMS_UNSENT("scalws_server_datagrams_unsent_total", "Datagrams that the kernel refused."),
  ADDRESS_CHANGES(
      "scalws_server_address_changes_total",
      "QUIC connections that followed their client to another address, by kind (port, host)."),
  CHALLENGES_REPEATED(
      "scalws_server_path_challenges_repeated_total", "PATH_CHALLENGEs that were sent again."),
  FORGED(
      "scalws_server_datagrams_not_authentic_total",
      "Datagrams from another address than the client's that changed nothing."),
  PATHS_EXHAUSTED(
      "scalws_server_connections_out_of_paths_total",
      "QUIC connections that ended because their client had moved too often."),
  REGISTERED(
      "scalws_server_demultiplexers", "quic-lb processes that this instance is registered with.");

  private final String text;
  private final String help;

  ServerMetric(String text, String help) {
    this.text = text;
    this.help = help;
  }

  /** The name in the Prometheus text format. */
  public String text() {
    return text;
  }

  public String help() {
    return help;
  }

  /** Whether it only grows. */
  public boolean isCounter() {
    return text.endsWith("_total");
  }
}

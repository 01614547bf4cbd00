package io.scalws.quiclb.admin;

/** Every metric of this process. */
public enum QuicLbMetric {
  DATAGRAMS(
      "scalws_quiclb_datagrams_total",
      Kind.COUNTER,
      "Datagrams by what became of them; each is counted once."),
  OWNER_LOST(
      "scalws_quiclb_owner_lost_datagrams_total",
      Kind.COUNTER,
      "Datagrams that a registered instance lost because it did not read fast enough or went away."),
  SOCKET_DROPS(
      "scalws_quiclb_socket_dropped_datagrams_total",
      Kind.COUNTER,
      "Datagrams that the kernel dropped because the receive buffer of a socket was full."),
  PINS_EVICTED(
      "scalws_quiclb_pins_evicted_total",
      Kind.COUNTER,
      "Pins of client-chosen connection ids that lost their place before their time."),
  OWNERS_REGISTERED(
      "scalws_quiclb_owners_registered", Kind.GAUGE, "Instances that are registered."),
  OWNERS_PLACEABLE(
      "scalws_quiclb_owners_placeable", Kind.GAUGE, "Instances that take new connections."),
  SERVING("scalws_quiclb_serving", Kind.GAUGE, "1 while this process reads the UDP sockets."),
  CPU("scalws_quiclb_cpu_seconds_total", Kind.COUNTER, "CPU time of the process in seconds.");

  /** As Prometheus names it. */
  public enum Kind {
    COUNTER("counter"),
    GAUGE("gauge");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  private final String text;
  private final Kind kind;
  private final String help;

  QuicLbMetric(String text, Kind kind, String help) {
    this.text = text;
    this.kind = kind;
    this.help = help;
  }

  /** The name in Prometheus. */
  public String text() {
    return text;
  }

  public Kind kind() {
    return kind;
  }

  public String help() {
    return help;
  }
}

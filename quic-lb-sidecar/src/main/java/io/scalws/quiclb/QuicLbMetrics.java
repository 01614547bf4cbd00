package io.scalws.quiclb;

import io.scalws.protocol.message.AgentMessage.Registrations;
import io.scalws.quiclb.admin.MetricsPage;
import io.scalws.quiclb.admin.QuicLbMetric;
import io.scalws.quiclb.receive.DatagramCounters;
import io.scalws.quiclb.route.Outcome;

/** What the process measures, as Prometheus text. */
final class QuicLbMetrics {
  private static final double NANOS_PER_SECOND = 1e9;

  private QuicLbMetrics() {}

  static String render(DatagramCounters counters, LoopView view) {
    MetricsPage page = new MetricsPage();
    for (Outcome outcome : Outcome.values()) {
      page.add(QuicLbMetric.DATAGRAMS, "outcome", outcome.text(), counters.of(outcome));
    }
    view.ownerLosses()
        .forEach((id, lost) -> page.add(QuicLbMetric.OWNER_LOST, "server_id", id, lost));
    view.socketDrops()
        .forEach((id, drops) -> page.add(QuicLbMetric.SOCKET_DROPS, "socket", id, drops));
    Registrations registrations = view.registrations();
    return page.add(QuicLbMetric.PINS_EVICTED, view.pinsEvicted())
        .add(QuicLbMetric.OWNERS_REGISTERED, registrations.registered().size())
        .add(QuicLbMetric.OWNERS_PLACEABLE, registrations.placeable().size())
        .add(QuicLbMetric.SERVING, view.isServing() ? 1 : 0)
        .add(QuicLbMetric.CPU, QuicLb.cpuNanos() / NANOS_PER_SECOND)
        .text();
  }
}

package io.scalws.server;

import io.scalws.protocol.message.AgentMessage;
import io.scalws.protocol.message.AgentMessage.Report;
import io.scalws.protocol.message.Measure;
import java.lang.management.ManagementFactory;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The figures that the agent gets each second. The link's sending thread only. */
final class Reports {
  private final Supplier<Optional<WebServer>> server;
  private long sequence;

  Reports(Supplier<Optional<WebServer>> server) {
    this.server = server;
  }

  AgentMessage next() {
    Map<Measure, Long> measures = new EnumMap<>(Measure.class);
    server.get().ifPresent(it -> measure(it, measures));
    if (ManagementFactory.getOperatingSystemMXBean()
        instanceof com.sun.management.OperatingSystemMXBean system) {
      measures.put(Measure.CPU_NANOS_TOTAL, system.getProcessCpuTime());
    }
    return new Report(++sequence, System.nanoTime(), measures);
  }

  private static void measure(WebServer it, Map<Measure, Long> measures) {
    ServerCounters counters = it.counters();
    measures.put(Measure.CONNECTIONS_HTTP1, (long) it.http1Connections());
    measures.put(Measure.CONNECTIONS_HTTP2, (long) it.http2Connections());
    measures.put(Measure.CONNECTIONS_HTTP3, (long) it.http3Connections());
    measures.put(Measure.REQUESTS_IN_FLIGHT, it.requestsInFlight());
    measures.put(Measure.REQUESTS_STARTED_TOTAL, it.requestsStarted());
    measures.put(Measure.REQUESTS_FINISHED_TOTAL, counters.ended());
    measures.put(Measure.REQUESTS_FAILED_TOTAL, counters.failed());
    measures.put(Measure.CONNECTIONS_FORCED_CLOSED_TOTAL, counters.forced());
    measures.put(Measure.DATAGRAMS_RECEIVED_TOTAL, counters.datagrams());
  }
}

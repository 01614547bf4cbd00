package io.scalws.agent.conduct;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** The agent's figures; any thread may read and write them. */
public final class AgentMetrics {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Map<AgentMetric, Counter> counters = new EnumMap<>(AgentMetric.class);
  private final Map<AgentMetric, AtomicLong> gauges = new EnumMap<>(AgentMetric.class);

  public AgentMetrics() {
    for (AgentMetric metric : AgentMetric.values()) {
      if (metric.isTotal()) {
        counters.put(
            metric,
            Counter.builder(metric.meterName()).description(metric.help()).register(registry));
      } else {
        AtomicLong value = new AtomicLong();
        gauges.put(metric, value);
        Gauge.builder(metric.meterName(), value, AtomicLong::doubleValue)
            .description(metric.help())
            .register(registry);
      }
    }
  }

  public void count(AgentMetric metric) {
    counters.get(metric).increment();
  }

  public void set(AgentMetric metric, long value) {
    gauges.get(metric).set(value);
  }

  /** How often it was counted. */
  public long total(AgentMetric metric) {
    return (long) counters.get(metric).count();
  }

  /** The Prometheus text format. */
  public String render() {
    return registry.scrape();
  }
}

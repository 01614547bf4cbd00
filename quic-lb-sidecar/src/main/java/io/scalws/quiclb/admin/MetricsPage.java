package io.scalws.quiclb.admin;

import java.util.LinkedHashMap;
import java.util.Map;

/** Renders metrics as Prometheus text. One page for each request; confined to its thread. */
public final class MetricsPage {
  private final Map<QuicLbMetric, StringBuilder> samples = new LinkedHashMap<>();

  public MetricsPage add(QuicLbMetric metric, Number value) {
    return sample(metric, "", value);
  }

  /** A value of a metric with one label; the label's value has no quotes. */
  public MetricsPage add(QuicLbMetric metric, String label, String labelValue, Number value) {
    return sample(metric, "{" + label + "=\"" + labelValue + "\"}", value);
  }

  private MetricsPage sample(QuicLbMetric metric, String labels, Number value) {
    samples
        .computeIfAbsent(metric, _ -> new StringBuilder())
        .append(metric.text())
        .append(labels)
        .append(' ')
        .append(value)
        .append('\n');
    return this;
  }

  public String text() {
    StringBuilder page = new StringBuilder();
    samples.forEach(
        (metric, lines) ->
            page.append("# HELP ")
                .append(metric.text())
                .append(' ')
                .append(metric.help())
                .append("\n# TYPE ")
                .append(metric.text())
                .append(' ')
                .append(metric.kind().text())
                .append('\n')
                .append(lines));
    return page.toString();
  }
}

package io.scalws.server.admin;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes the Prometheus text format. */
public final class MetricsText {
  private final Map<ServerMetric, Map<String, Long>> values = new EnumMap<>(ServerMetric.class);

  /** Adds a value without labels. */
  public MetricsText add(ServerMetric metric, long value) {
    return add(metric, "", value);
  }

  /** Adds a value with one label, {@code outcome="completed"}. */
  public MetricsText add(ServerMetric metric, String label, String labelValue, long value) {
    return add(metric, "{" + label + "=\"" + labelValue + "\"}", value);
  }

  /** Adds a value with several labels, which are written in the order of their names. */
  public MetricsText add(ServerMetric metric, Map<String, String> labels, long value) {
    String text =
        new TreeMap<>(labels)
            .entrySet().stream()
                .map(each -> each.getKey() + "=\"" + each.getValue() + "\"")
                .collect(Collectors.joining(",", "{", "}"));
    return add(metric, text, value);
  }

  private MetricsText add(ServerMetric metric, String labels, long value) {
    values.computeIfAbsent(metric, _ -> new LinkedHashMap<>()).put(labels, value);
    return this;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    values.forEach(
        (metric, byLabels) -> {
          text.append("# HELP ").append(metric.text()).append(' ').append(metric.help());
          text.append("\n# TYPE ").append(metric.text());
          text.append(metric.isCounter() ? " counter\n" : " gauge\n");
          byLabels.forEach(
              (labels, value) ->
                  text.append(metric.text()).append(labels).append(' ').append(value).append('\n'));
        });
    return text.toString();
  }
}

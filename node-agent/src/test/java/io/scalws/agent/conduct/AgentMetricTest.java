package io.scalws.agent.conduct;

import io.scalws.architecture.MetricsDocument;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgentMetricTest {
  @Test
  void thePageOfTheMetricsTellsWhatTheCodeTells() throws IOException {
    Map<String, String> help = new LinkedHashMap<>();
    for (AgentMetric metric : AgentMetric.values()) {
      help.put(metric.metricName(), metric.help());
    }
    MetricsDocument.check("scalws_agent_", help);
  }
}

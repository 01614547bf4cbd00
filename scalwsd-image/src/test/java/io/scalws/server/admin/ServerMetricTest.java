package io.scalws.server.admin;

import io.scalws.architecture.MetricsDocument;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerMetricTest {
  @Test
  void thePageOfTheMetricsTellsWhatTheCodeTells() throws IOException {
    Map<String, String> help = new LinkedHashMap<>();
    for (ServerMetric metric : ServerMetric.values()) {
      help.put(metric.text(), metric.help());
    }
    MetricsDocument.check("scalws_server_", help);
  }
}

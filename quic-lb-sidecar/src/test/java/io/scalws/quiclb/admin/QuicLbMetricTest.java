package io.scalws.quiclb.admin;

import io.scalws.architecture.MetricsDocument;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QuicLbMetricTest {
  @Test
  void thePageOfTheMetricsTellsWhatTheCodeTells() throws IOException {
    Map<String, String> help = new LinkedHashMap<>();
    for (QuicLbMetric metric : QuicLbMetric.values()) {
      help.put(metric.text(), metric.help());
    }
    MetricsDocument.check("scalws_quiclb_", help);
  }
}

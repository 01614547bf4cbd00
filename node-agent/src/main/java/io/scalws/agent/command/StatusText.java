package io.scalws.agent.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** A status and events for a terminal. */
final class StatusText {
  private StatusText() {}

  static String status(JsonNode status) {
    StringBuilder text = new StringBuilder();
    text.append(
        "%s  generation %s (target %s)  agent pid %s%n"
            .formatted(
                status.path("runtime").asText(),
                status.path("activeGeneration").asText("none"),
                status.path("targetGeneration").asText(),
                status.path("agent").path("pid").asText()));
    for (JsonNode condition : status.path("conditions")) {
      text.append(
          "  %-15s %-6s %s: %s%n"
              .formatted(
                  condition.path("type").asText(),
                  condition.path("status").asText(),
                  condition.path("reason").asText(),
                  condition.path("message").asText()));
    }
    List<List<String>> instances = new ArrayList<>();
    instances.add(List.of("INSTANCE", "PID", "STATE", "GENERATION", "H1", "H2", "H3", "IN FLIGHT"));
    for (JsonNode each : status.path("instances")) {
      instances.add(
          List.of(
              each.path("id").asText(),
              each.path("pid").asText("-"),
              each.path("state").asText(),
              each.path("generation").asText(),
              each.path("connections").path("http1").asText(),
              each.path("connections").path("http2").asText(),
              each.path("connections").path("http3").asText(),
              each.path("requestsInFlight").asText()));
    }
    text.append('\n').append(table(instances));
    List<List<String>> sockets = new ArrayList<>();
    sockets.add(List.of("SOCKET", "STATE", "INODE", "GENERATIONS"));
    for (JsonNode each : status.path("sockets")) {
      sockets.add(
          List.of(
              each.path("identity").asText(),
              each.path("state").asText(),
              each.path("inode").asText(),
              each.path("generations").toString()));
    }
    text.append('\n').append(table(sockets));
    JsonNode quicLb = status.path("quicLb");
    if (quicLb.isObject()) {
      text.append(
          "%nquic-lb pid %s %s, standby pid %s, %s restarts%n"
              .formatted(
                  quicLb.path("pid").asText("-"),
                  quicLb.path("state").asText(),
                  quicLb.path("standby").path("pid").asText("-"),
                  quicLb.path("restarts").asText()));
    }
    JsonNode scaling = status.path("scaling");
    if (scaling.isObject()) {
      text.append(
          "scaling: %s instances, %s%n"
              .formatted(scaling.path("desired").asText(), scaling.path("reason").asText()));
    }
    return text.toString();
  }

  static String events(JsonNode events) {
    StringBuilder text = new StringBuilder();
    for (JsonNode event : events) {
      text.append(
          "%s %-12s %-16s %s%n"
              .formatted(
                  event.path("at").asText(),
                  event.path("reason").asText(),
                  event.path("subject").asText(),
                  event.path("message").asText()));
    }
    return text.toString();
  }

  private static String table(List<List<String>> rows) {
    int columns = rows.getFirst().size();
    int[] widths = new int[columns];
    rows.forEach(
        row -> {
          for (int i = 0; i < columns; i++) {
            widths[i] = Math.max(widths[i], row.get(i).length());
          }
        });
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        line.append(row.get(i)).repeat(" ", widths[i] - row.get(i).length() + 2);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}

package io.scalws.agent.conduct;

/** Every metric of the agent. */
public enum AgentMetric {
  SOCKETS("scalws_agent_sockets", "sockets", "Listening sockets that the agent owns.", false),
  INSTANCES("scalws_agent_instances", "instances", "Instances whose process is there.", false),
  INSTANCES_READY("scalws_agent_instances_ready", "instances", "Instances that serve.", false),
  INSTANCES_DESIRED(
      "scalws_agent_instances_desired", "instances", "Instances that shall serve.", false),
  ACTIVE_GENERATION(
      "scalws_agent_active_generation", "number", "The generation that was committed last.", false),
  STARTS("scalws_agent_process_starts", "processes", "Child processes that were started.", true),
  UNEXPECTED_EXITS(
      "scalws_agent_process_unexpected_exits",
      "processes",
      "Child processes that ended without being told to.",
      true),
  KILLS("scalws_agent_process_kills", "processes", "Child processes that were killed.", true),
  GRANTS("scalws_agent_grants", "grants", "Grants that were handed out.", true),
  REFUSED_PEERS(
      "scalws_agent_refused_peers",
      "connections",
      "Connections to the agent's socket from processes that it did not start.",
      true),
  REJECTED_MESSAGES(
      "scalws_agent_rejected_messages",
      "messages",
      "Messages of children that were not understood.",
      true),
  ADOPTED_SOCKETS(
      "scalws_agent_adopted_sockets", "sockets", "Sockets that children handed back.", true),
  ROLLOUTS_COMMITTED(
      "scalws_agent_rollouts_committed", "rollouts", "Rollouts that ended well.", true),
  ROLLOUTS_REJECTED(
      "scalws_agent_rollouts_rejected", "rollouts", "Specifications that changed nothing.", true),
  ROLLOUTS_ROLLED_BACK(
      "scalws_agent_rollouts_rolled_back", "rollouts", "Rollouts that were undone.", true),
  ROLLOUTS_SUPERSEDED(
      "scalws_agent_rollouts_superseded",
      "rollouts",
      "Rollouts that a newer specification replaced.",
      true);

  private final String text;
  private final String unit;
  private final String help;
  private final boolean total;

  AgentMetric(String text, String unit, String help, boolean total) {
    this.text = text;
    this.unit = unit;
    this.help = help;
    this.total = total;
  }

  /** The name in the Prometheus text. */
  public String metricName() {
    return total ? text + "_total" : text;
  }

  String meterName() {
    return text;
  }

  /** What one of it is. */
  public String unit() {
    return unit;
  }

  public String help() {
    return help;
  }

  /** Whether it only grows. */
  public boolean isTotal() {
    return total;
  }
}

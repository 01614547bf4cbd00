package io.scalws.planning.status;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Map;

/**
 * The agent's view of a runtime, in the form of {@code scalws status -o json}. What is not known is
 * null.
 *
 * @param runtime {@code NAMESPACE/NAME}
 * @param activeGeneration null before the first commit
 * @param quicLb null without HTTP/3
 * @param lastRollout null before the first one ended
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record RuntimeStatus(
    String runtime,
    Long activeGeneration,
    long targetGeneration,
    List<ConditionStatus> conditions,
    AgentStatus agent,
    QuicLbStatus quicLb,
    List<SocketStatus> sockets,
    List<InstanceStatus> instances,
    RolloutStatus lastRollout,
    ScalingStatus scaling) {
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  public RuntimeStatus {
    conditions = List.copyOf(conditions);
    sockets = List.copyOf(sockets);
    instances = List.copyOf(instances);
  }

  /** As Kubernetes writes conditions. */
  public record ConditionStatus(String type, String status, String reason, String message) {
    public static ConditionStatus of(Condition condition) {
      return new ConditionStatus(
          condition.type().toString(),
          condition.holds() ? "True" : "False",
          condition.reason().toString(),
          condition.message());
    }
  }

  /**
   * The agent itself.
   *
   * @param admin address of its admin endpoint
   */
  public record AgentStatus(long pid, String version, String admin) {}

  /** The quic-lb that serves, and the other one. */
  public record QuicLbStatus(Integer pid, String state, int restarts, StandbyStatus standby) {}

  /** A quic-lb that waits for its turn. */
  public record StandbyStatus(int pid, String state) {}

  /** One listening socket. */
  public record SocketStatus(
      String identity, String state, long inode, List<Long> generations, String lastError) {}

  /** One instance. */
  public record InstanceStatus(
      String id,
      Integer pid,
      String state,
      long generation,
      String serverId,
      String admin,
      Map<String, Long> connections,
      Long requestsInFlight) {}

  /** The receipt of a rollout. */
  public record RolloutStatus(
      long generation,
      String outcome,
      String message,
      Long requests,
      Long failed,
      Map<String, Long> failedByKind,
      Long longestWaitMillis,
      Long forcedCloses,
      Long acceptQueueOverflows,
      Long udpDrops) {}

  /** How many instances are wanted and why. */
  public record ScalingStatus(int desired, String reason, String at) {}

  /** One line of JSON. */
  public String toJson() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a status that has no JSON form", e);
    }
  }
}

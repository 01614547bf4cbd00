package io.scalws.crds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import java.util.Map;

/** What became of it: {@code ScalwsRuntime.status}. Only transitions are written. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ScalwsRuntimeStatus(
    @JsonPropertyDescription("The metadata.generation that this status speaks of.")
        Long observedGeneration,
    @JsonPropertyDescription(
            "Accepted, ResolvedRefs, ListenersReady, Progressing, Ready and Degraded.")
        List<ConditionStatus> conditions,
    @JsonPropertyDescription("The generation that was committed last.") Long activeGeneration,
    @JsonPropertyDescription("The generation that shall serve.") Long targetGeneration,
    @JsonPropertyDescription("Instances on all nodes.") InstanceCounts instances,
    @JsonPropertyDescription("Nodes that serve this runtime.") NodeCounts nodes,
    @JsonPropertyDescription("Addresses of the nodes that serve.") List<String> addresses,
    @JsonPropertyDescription("Every socket, summed over the nodes.") List<SocketSummary> sockets,
    @JsonPropertyDescription("The last decision about the number of instances.")
        ScalingDecision scaling,
    @JsonPropertyDescription("How the last rollout ended.") RolloutReceipt lastRollout) {

  /** As Kubernetes has it. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ConditionStatus(
      @JsonPropertyDescription("What it is about.") String type,
      @JsonPropertyDescription("True, False or Unknown.") String status,
      @JsonPropertyDescription("Why, in one word for programs.") String reason,
      @JsonPropertyDescription("What, why, and what to do.") String message,
      @JsonPropertyDescription("When the status changed last.") String lastTransitionTime,
      @JsonPropertyDescription("The metadata.generation that it speaks of.")
          Long observedGeneration) {}

  /** How many instances. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record InstanceCounts(
      @JsonPropertyDescription("That shall serve.") Integer desired,
      @JsonPropertyDescription("That serve.") Integer ready,
      @JsonPropertyDescription("That finish what they have accepted.") Integer draining) {}

  /** How many nodes. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record NodeCounts(
      @JsonPropertyDescription("That are selected.") Integer desired,
      @JsonPropertyDescription("That serve.") Integer ready) {}

  /** One identity on all nodes. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record SocketSummary(
      @JsonPropertyDescription("tcp/ADDRESS:PORT or udp/ADDRESS:PORT.") String identity,
      @JsonPropertyDescription("Nodes by state of the socket.") Map<String, Integer> states,
      @JsonPropertyDescription("The last error of any node, with its name.") String lastError) {}

  /** With its numbers. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ScalingDecision(
      @JsonPropertyDescription("Instances per node that are wanted, by node.")
          Map<String, Integer> desired,
      @JsonPropertyDescription("Why, with the figures that led to it.") String reason,
      @JsonPropertyDescription("When.") String at) {}

  /** What a rollout cost. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RolloutReceipt(
      @JsonPropertyDescription("The generation that was rolled out.") Long generation,
      @JsonPropertyDescription("Committed, Rejected, RolledBack or Superseded.") String outcome,
      @JsonPropertyDescription("Requests that were finished meanwhile.") Long requests,
      @JsonPropertyDescription("Requests that failed.") Long failed,
      @JsonPropertyDescription("Failed requests by kind.") Map<String, Long> failedByKind,
      @JsonPropertyDescription("The longest that a connection waited to be accepted.")
          Long longestWaitMillis,
      @JsonPropertyDescription("Connections that a drain timeout closed.") Long forcedCloses,
      @JsonPropertyDescription("Connections that found the accept queue full.")
          Long acceptQueueOverflows,
      @JsonPropertyDescription("Datagrams that found the socket's buffer full.") Long udpDrops) {}
}

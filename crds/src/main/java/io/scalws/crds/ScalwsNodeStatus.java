package io.scalws.crds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.scalws.crds.ScalwsRuntimeStatus.ConditionStatus;
import java.util.List;

/** What the agent has acknowledged: {@code ScalwsNode.status}. Only transitions are written. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ScalwsNodeStatus(
    @JsonPropertyDescription("The metadata.generation of the plan that was read.")
        Long observedGeneration,
    @JsonPropertyDescription("The generation whose phase is acknowledged.") Long generation,
    @JsonPropertyDescription("The phase that is acknowledged.") ScalwsNodeSpec.Phase phase,
    @JsonPropertyDescription("Why the generation cannot be served here.") List<String> refusals,
    @JsonPropertyDescription("Prepared, Ready and Degraded.") List<ConditionStatus> conditions,
    @JsonPropertyDescription("Sockets of this runtime on this node.") List<SocketState> sockets,
    @JsonPropertyDescription("Instances of this runtime on this node.")
        List<InstanceState> instances,
    @JsonPropertyDescription("Newest key epoch that every demultiplexer here knows.")
        Integer keyEpoch,
    @JsonPropertyDescription("How many instances the load asks for.")
        Recommendation recommendation) {

  /** One socket. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record SocketState(
      @JsonPropertyDescription("tcp/ADDRESS:PORT or udp/ADDRESS:PORT.") String identity,
      @JsonPropertyDescription("Prepared, Active, Refusing or Draining.") String state,
      @JsonPropertyDescription("Generations that use it.") List<Long> generations,
      @JsonPropertyDescription("Why its last transition failed.") String lastError) {}

  /** One instance. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record InstanceState(
      @JsonPropertyDescription("Name of the pod.") String id,
      @JsonPropertyDescription("Starting, Ready, Draining, Failed or Exited.") String state,
      @JsonPropertyDescription("The generation that it serves.") Long generation,
      @JsonPropertyDescription("Its server id, 16 hexadecimal digits.") String serverId) {}

  /** With its reason. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Recommendation(
      @JsonPropertyDescription("Instances.") Integer instances,
      @JsonPropertyDescription("Why, with the figures that led to it.") String reason,
      @JsonPropertyDescription("When.") String at) {}
}

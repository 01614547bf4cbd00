package io.scalws.crds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;

/** What the operator wants of one node for one runtime: {@code ScalwsNode.spec}. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ScalwsNodeSpec(
    @JsonPropertyDescription("Name of the Node.") String nodeName,
    @JsonPropertyDescription("First part of this node's server ids; unique in the cluster.")
        Integer nodePart,
    @JsonPropertyDescription("What to do with the generation.") Phase phase,
    @JsonPropertyDescription("The generation that the phase is about.") Long generation,
    @JsonPropertyDescription("The generation that was committed last.") Long activeGeneration,
    @JsonPropertyDescription("Identities that the generation needs.") List<String> sockets,
    @JsonPropertyDescription("Instances that shall serve.") Integer instances,
    @JsonPropertyDescription("UIDs of the pods that may have sockets.") List<String> pods,
    @JsonPropertyDescription("Key epochs, newest first.") List<KeyEpochSpec> keyEpochs) {

  /** A node goes through them in this order, or aborts. */
  public enum Phase {
    @JsonProperty("Prepare")
    PREPARE,
    @JsonProperty("Roll")
    ROLL,
    @JsonProperty("Commit")
    COMMIT,
    @JsonProperty("Abort")
    ABORT
  }

  /** Names keys that the agent derives; holds none. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record KeyEpochSpec(
      @JsonPropertyDescription("Counts rotations from 0.") Integer number,
      @JsonPropertyDescription("Rotation bits of connection ids, 0 to 6.") Integer rotation) {}
}

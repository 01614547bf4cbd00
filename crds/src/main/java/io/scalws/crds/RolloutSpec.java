package io.scalws.crds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** How the instances of a new generation replace those of the old one. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RolloutSpec(
    @JsonPropertyDescription("How many instances of a node are replaced at a time. Default: 1.")
        Integer surge,
    @JsonPropertyDescription("How long a new instance may take to become ready. Default: 2m.")
        String progressDeadline,
    @JsonPropertyDescription("How many nodes roll at a time. Default: 1.") Integer nodeParallelism,
    @JsonPropertyDescription(
            "How many nodes may be unable to bind the listeners without the change being"
                + " rejected. Default: 0.")
        Integer maxRefusingNodes,
    @JsonPropertyDescription("What to do when a rollout loses requests. Default: Report.")
        OnLoss onLoss) {

  /** What a lost request leads to. */
  public enum OnLoss {
    @JsonProperty("Report")
    REPORT,
    @JsonProperty("RollBack")
    ROLL_BACK
  }
}

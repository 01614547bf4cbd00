package io.scalws.crds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** When to add and when to remove instances. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ScalingSpec(
    @JsonPropertyDescription(
            "Adaptive follows the load; Fixed holds min; DryRun holds min and only says what it"
                + " would do. Default: Adaptive.")
        Mode mode,
    @JsonPropertyDescription("What one instance should carry.") TargetsSpec targets,
    @JsonPropertyDescription("Over how long the load is looked at.") WindowsSpec windows) {

  /** Who decides. */
  public enum Mode {
    @JsonProperty("Adaptive")
    ADAPTIVE,
    @JsonProperty("Fixed")
    FIXED,
    @JsonProperty("DryRun")
    DRY_RUN
  }

  /** The larger of several signals wins. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record TargetsSpec(
      @JsonPropertyDescription("Busy share of the event loops, in percent. Default: 70.")
          Integer utilizationPercent,
      @JsonPropertyDescription("Requests in flight of one instance. Default: not looked at.")
          Integer requestsInFlight,
      @JsonPropertyDescription("Connections of one instance. Default: not looked at.")
          Integer connections) {}

  /** Fast up, slow down. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record WindowsSpec(
      @JsonPropertyDescription("For ordinary decisions. Default: 60s.") String stable,
      @JsonPropertyDescription("For a sudden rise. Default: 6s.") String panic,
      @JsonPropertyDescription("Quiet time before an instance is removed. Default: 5m.")
          String scaleIn) {}
}

package io.scalws.crds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** As a pod's toleration. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TolerationSpec(
    @JsonPropertyDescription("Key of the taint; absent with operator Exists: every taint.")
        String key,
    @JsonPropertyDescription("Exists or Equal. Default: Equal.") String operator,
    @JsonPropertyDescription("Value of the taint, with operator Equal.") String value,
    @JsonPropertyDescription("NoSchedule, PreferNoSchedule or NoExecute; absent: all of them.")
        String effect,
    @JsonPropertyDescription("How long a NoExecute taint is tolerated. Default: for ever.")
        Long tolerationSeconds) {}

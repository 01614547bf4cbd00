package io.scalws.crds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Between how many and how many. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record InstancesPerNodeSpec(
    @JsonPropertyDescription("Default: 1.") Integer min,
    @JsonPropertyDescription("Default: min.") Integer max) {}

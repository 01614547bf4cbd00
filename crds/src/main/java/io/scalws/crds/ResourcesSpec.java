package io.scalws.crds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.Map;

/** Kubernetes quantities by resource name ({@code cpu}, {@code memory}). */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ResourcesSpec(
    @JsonPropertyDescription("What is reserved.") Map<String, String> requests,
    @JsonPropertyDescription("What must not be exceeded.") Map<String, String> limits) {}

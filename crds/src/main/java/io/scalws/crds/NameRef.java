package io.scalws.crds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Names a Secret or ConfigMap in the namespace of the runtime. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NameRef(
    @JsonPropertyDescription("Name of the object, in the same namespace.") String name) {}

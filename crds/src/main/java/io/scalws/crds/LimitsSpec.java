package io.scalws.crds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Bounds of a runtime on one node (the first four), and of one request (the last two). */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LimitsSpec(
    @JsonPropertyDescription("Open client connections. Default: no bound.") Integer connections,
    @JsonPropertyDescription("Requests in flight. Default: no bound.") Integer requestsInFlight,
    @JsonPropertyDescription("New client connections in a second. Default: no bound.")
        Integer connectionsPerSecond,
    @JsonPropertyDescription("Requests in a second. Default: no bound.") Integer requestsPerSecond,
    @JsonPropertyDescription(
            "Octets of request line and headers; more is answered 431. Default: 32768.")
        Integer headerBytes,
    @JsonPropertyDescription(
            "Octets of a request's body; more is answered 413. Default: 104857600 (100 MiB).")
        Long bodyBytes) {}

package io.scalws.crds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** How an instance finishes what it has accepted. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DrainSpec(
    @JsonPropertyDescription("What is not finished after this long is closed. Default: 30s.")
        String timeout,
    @JsonPropertyDescription("The same for HTTP/3 connections. Default: timeout.") String h3Timeout,
    @JsonPropertyDescription(
            "Over how long the connections are told to leave, so that the clients do not return in"
                + " one wave. Default: 5s.")
        String goAwaySpread,
    @JsonPropertyDescription(
            "How long an instance that is no longer ready goes on accepting, for load balancers"
                + " that need time to notice. Default: 0s.")
        String loadBalancerDelay) {}

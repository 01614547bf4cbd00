package io.scalws.crds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** How long a client may take. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TimeoutsSpec(
    @JsonPropertyDescription("For TLS handshake and PROXY protocol header. Default: 10s.")
        String handshake,
    @JsonPropertyDescription("For a request's headers; later is answered 408. Default: 10s.")
        String requestHeader,
    @JsonPropertyDescription("Between two parts of a request's body. Default: 30s.")
        String requestBodyIdle,
    @JsonPropertyDescription("For a connection without a request. Default: 60s.") String idle) {}

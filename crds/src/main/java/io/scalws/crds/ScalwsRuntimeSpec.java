package io.scalws.crds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import java.util.Map;

/** What a user asks for: {@code ScalwsRuntime.spec}. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ScalwsRuntimeSpec(
    @JsonPropertyDescription("Addresses and ports on which every selected node serves.")
        List<ListenerSpec> listeners,
    @JsonPropertyDescription(
            "What is answered to which request. Precedence as in the Gateway API's HTTPRoute;"
                + " a request that no route matches gets 404.")
        List<RouteSpec> routes,
    @JsonPropertyDescription("How many instances serve on each node.")
        InstancesPerNodeSpec instancesPerNode,
    @JsonPropertyDescription(
            "Name of a response header that tells which instance answered. Absent: no header.")
        String instanceHeader,
    @JsonPropertyDescription("Compute resources of an instance's container.")
        ResourcesSpec resources,
    @JsonPropertyDescription("Image of the instances. Default: the operator's own version.")
        String image,
    @JsonPropertyDescription("How the number of instances follows the load.") ScalingSpec scaling,
    @JsonPropertyDescription("How a changed specification replaces the running one.")
        RolloutSpec rollout,
    @JsonPropertyDescription("How an instance leaves.") DrainSpec drain,
    @JsonPropertyDescription(
            "Bounds for the whole runtime on one node; they do not multiply with the instances.")
        LimitsSpec limits,
    @JsonPropertyDescription("How long a client may take.") TimeoutsSpec timeouts,
    @JsonPropertyDescription(
            "CIDRs whose X-Forwarded-* and Forwarded headers are believed. Default: nobody.")
        List<String> trustedProxies,
    @JsonPropertyDescription("How instances share the listening sockets.") SocketsSpec sockets,
    @JsonPropertyDescription("Settings of QUIC for all listeners with HTTP/3.") QuicSpec quic,
    @JsonPropertyDescription("Labels of the nodes that serve this runtime. Default: every node.")
        Map<String, String> nodeSelector,
    @JsonPropertyDescription("Taints that the instances tolerate.")
        List<TolerationSpec> tolerations,
    @JsonPropertyDescription(
            "While true nothing is changed: running instances serve on, no rollout, no scaling.")
        Boolean paused) {}

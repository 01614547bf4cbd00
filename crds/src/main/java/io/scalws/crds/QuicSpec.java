package io.scalws.crds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Settings of QUIC. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record QuicSpec(
    @JsonPropertyDescription(
            "When a client must prove its address before a connection costs memory."
                + " Default: UnderLoad.")
        Retry retry,
    @JsonPropertyDescription("How often the keys of connection ids change. Default: 24h.")
        String keyRotationPeriod) {

  /** When Retry packets are sent. */
  public enum Retry {
    @JsonProperty("UnderLoad")
    UNDER_LOAD,
    @JsonProperty("Always")
    ALWAYS,
    @JsonProperty("Never")
    NEVER
  }
}

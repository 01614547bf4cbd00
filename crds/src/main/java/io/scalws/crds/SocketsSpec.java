package io.scalws.crds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** How instances share the listening sockets. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SocketsSpec(
    @JsonPropertyDescription(
            "Inherited: one accept queue for all instances. ReusePort: one for each."
                + " Default: Inherited.")
        TcpMode tcp,
    @JsonPropertyDescription(
            "Demux: a process routes QUIC datagrams. EBPF: the kernel does. Default: Demux.")
        UdpMode udp) {

  /** Who owns the accept queue. */
  public enum TcpMode {
    @JsonProperty("Inherited")
    INHERITED,
    @JsonProperty("ReusePort")
    REUSE_PORT
  }

  /** Who routes datagrams. */
  public enum UdpMode {
    @JsonProperty("Demux")
    DEMUX,
    EBPF
  }
}

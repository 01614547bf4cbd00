package io.scalws.crds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;

/** One address and port; TCP, and UDP as well with HTTP/3. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ListenerSpec(
    @JsonPropertyDescription("Unique within the runtime.") String name,
    @JsonPropertyDescription(
            "IP address to bind. \"*\" (the default) is every IPv4 address and, where the node has"
                + " IPv6, every IPv6 address.")
        String address,
    @JsonPropertyDescription("Port of TCP, and of UDP with HTTP/3.") Integer port,
    @JsonPropertyDescription("HTTP is plain text, HTTPS is TLS.") Protocol protocol,
    @JsonPropertyDescription(
            "Only requests for this host (or, with \"*.\" in front, for hosts below it) are"
                + " answered. Default: every host.")
        String hostname,
    @JsonPropertyDescription("Certificates; required for HTTPS, refused for HTTP.") TlsSpec tls,
    @JsonPropertyDescription("HTTP/3 on the same port; needs HTTPS.") Http3Spec http3,
    @JsonPropertyDescription("Connections begin with a PROXY protocol header (version 1 or 2).")
        ProxyProtocolSpec proxyProtocol,
    @JsonPropertyDescription(
            "HTTP versions over TCP. Default: HTTP/1.1, and HTTP/2 as well with HTTPS.")
        List<HttpVersion> httpVersions) {

  /** Plain text or TLS. */
  public enum Protocol {
    HTTP,
    HTTPS
  }

  /** What is spoken over TCP. */
  public enum HttpVersion {
    @JsonProperty("HTTP/1.1")
    HTTP_1_1,
    @JsonProperty("HTTP/2")
    HTTP_2
  }

  /** Where the certificates come from. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record TlsSpec(
      @JsonPropertyDescription(
              "Secrets of type kubernetes.io/tls. The first one is the default, further ones are"
                  + " chosen by the server name that the client asks for.")
          List<NameRef> certificateRefs,
      @JsonPropertyDescription(
              "Make a throw-away certificate. For trying things out only; not together with"
                  + " certificateRefs.")
          Boolean selfSigned,
      @JsonPropertyDescription("Ask clients for a certificate (mutual TLS).")
          FrontendValidationSpec frontendValidation) {}

  /** Mutual TLS. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record FrontendValidationSpec(
      @JsonPropertyDescription("ConfigMaps with the key ca.crt: who may sign client certificates.")
          List<NameRef> caCertificateRefs) {}

  /** HTTP/3 beside HTTP/1.1 and HTTP/2. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Http3Spec(
      @JsonPropertyDescription("Serve HTTP/3 on the UDP port of the same number.") Boolean enabled,
      @JsonPropertyDescription("How long a client may remember Alt-Svc. Default: 1h.")
          String altSvcMaxAge,
      @JsonPropertyDescription(
              "Port told to clients in Alt-Svc, where a load balancer listens on another one."
                  + " Default: the listener's port.")
          Integer advertisedPort,
      @JsonPropertyDescription(
              "Accept requests in the first flight (0-RTT) of a resumed connection. Such requests"
                  + " can be replayed; those with unsafe methods wait for the handshake."
                  + " Default: false.")
          Boolean earlyData) {}

  /** Who may tell the address of the client. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ProxyProtocolSpec(
      @JsonPropertyDescription("CIDRs of the proxies; a connection from anywhere else is closed.")
          List<String> trustedCidrs) {}
}

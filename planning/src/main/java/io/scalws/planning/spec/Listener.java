package io.scalws.planning.spec;

import io.scalws.protocol.socket.SocketIdentity;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * One listener and the sockets behind it.
 *
 * @param tcp one identity, or two for the wildcard address
 * @param udp empty without HTTP/3, else one for each of {@code tcp}
 * @param hostname empty: every host
 * @param tls empty for plain text
 * @param versions what is spoken over TCP; never empty
 */
public record Listener(
    String name,
    int port,
    SortedSet<SocketIdentity> tcp,
    SortedSet<SocketIdentity> udp,
    Optional<HostnamePattern> hostname,
    Optional<Tls> tls,
    Optional<Http3> http3,
    Optional<ProxyProtocol> proxyProtocol,
    Set<HttpVersion> versions) {

  public Listener {
    tcp = Collections.unmodifiableSortedSet(new TreeSet<>(tcp));
    udp = Collections.unmodifiableSortedSet(new TreeSet<>(udp));
    versions = Set.copyOf(versions);
  }

  /** What is spoken over TCP. */
  public enum HttpVersion {
    HTTP_1_1,
    HTTP_2
  }

  /**
   * The certificates of a listener.
   *
   * @param certificates at least one; the first is the default, the others are chosen by SNI
   */
  public record Tls(List<Certificate> certificates) {
    public Tls {
      certificates = List.copyOf(certificates);
      if (certificates.isEmpty()) {
        throw new IllegalArgumentException("TLS without a certificate");
      }
    }
  }

  /**
   * A certificate chain and its private key, as files that instances read and the agent does not.
   *
   * @param name of the Secret, or {@code self-signed-LISTENER}
   * @param hostnames that a self-signed certificate is made for; empty for a Secret
   */
  public record Certificate(
      String name, CertificateFiles files, boolean selfSigned, List<String> hostnames) {
    public Certificate {
      hostnames = List.copyOf(hostnames);
    }
  }

  /**
   * HTTP/3 on the UDP identities.
   *
   * @param altSvcMaxAge whole seconds
   * @param advertisedPort the port in Alt-Svc
   */
  public record Http3(Duration altSvcMaxAge, int advertisedPort, boolean earlyData) {}

  /**
   * Connections begin with a PROXY protocol header.
   *
   * @param trusted who may send one; a connection from anywhere else is closed
   */
  public record ProxyProtocol(List<Cidr> trusted) {
    public ProxyProtocol {
      trusted = List.copyOf(trusted);
    }
  }
}

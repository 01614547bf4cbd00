package io.scalws.planning.spec;

import io.scalws.crds.ListenerSpec;
import io.scalws.crds.ListenerSpec.Http3Spec;
import io.scalws.crds.ListenerSpec.Protocol;
import io.scalws.crds.ListenerSpec.TlsSpec;
import io.scalws.planning.spec.Listener.Certificate;
import io.scalws.planning.spec.Listener.Http3;
import io.scalws.planning.spec.Listener.HttpVersion;
import io.scalws.planning.spec.Listener.ProxyProtocol;
import io.scalws.planning.spec.Listener.Tls;
import io.scalws.planning.spec.ResolvedSpecification.NodeFacts;
import io.scalws.protocol.socket.IpAddress;
import io.scalws.protocol.socket.SocketIdentity;
import io.scalws.protocol.socket.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** From {@code spec.listeners} to listeners with their sockets and certificates. */
final class ListenerRules {
  private static final int MAX_LISTENERS = 64;
  private static final Duration DEFAULT_ALT_SVC_MAX_AGE = Duration.ofHours(1);
  private static final Duration MAX_ALT_SVC_MAX_AGE = Duration.ofDays(30);

  private final Findings findings;
  private final FieldRules fields;
  private final NodeFacts facts;
  private final Set<String> names = new HashSet<>();
  private final Map<SocketIdentity, String> taken = new LinkedHashMap<>();

  ListenerRules(Findings findings, NodeFacts facts) {
    this.findings = findings;
    this.fields = new FieldRules(findings);
    this.facts = facts;
  }

  List<Listener> apply(String path, List<ListenerSpec> specs) {
    List<Listener> listeners = new ArrayList<>();
    if ((specs == null || specs.isEmpty()) && !findings.has(path)) {
      findings.add(path, "missing; give at least one listener with name, port and protocol");
      return listeners;
    }
    if (specs != null && specs.size() > MAX_LISTENERS) {
      findings.add(path, specs.size() + " listeners; at most " + MAX_LISTENERS + " are allowed");
      return listeners;
    }
    Findings.each(path, specs, (at, spec) -> listener(at, spec).ifPresent(listeners::add));
    return listeners;
  }

  private Optional<Listener> listener(String path, ListenerSpec spec) {
    Optional<String> name = name(path + ".name", spec.name());
    Optional<Integer> port = port(path, spec);
    List<IpAddress> addresses = addresses(path + ".address", spec.address());
    Optional<Protocol> protocol =
        findings.required(path + ".protocol", spec.protocol(), "use HTTP or HTTPS");
    Optional<HostnamePattern> hostname =
        Optional.ofNullable(spec.hostname())
            .flatMap(text -> fields.hostname(path + ".hostname", text));
    boolean https = protocol.filter(Protocol.HTTPS::equals).isPresent();
    Optional<Tls> tls =
        protocol.isPresent() ? tls(path, spec, name.orElse(""), https) : Optional.empty();
    Optional<Http3> http3 = http3(path, spec, protocol.isEmpty() || https, port.orElse(1));
    Optional<ProxyProtocol> proxyProtocol = proxyProtocol(path, spec, http3.isPresent());
    Set<HttpVersion> versions = versions(path + ".httpVersions", spec, https);

    if (name.isEmpty() || port.isEmpty()) {
      return Optional.empty();
    }
    SortedSet<SocketIdentity> tcp = claim(path, name.get(), Transport.TCP, addresses, port.get());
    SortedSet<SocketIdentity> udp =
        http3.isPresent()
            ? claim(path, name.get(), Transport.UDP, addresses, port.get())
            : new TreeSet<>();
    return Optional.of(
        new Listener(
            name.get(), port.get(), tcp, udp, hostname, tls, http3, proxyProtocol, versions));
  }

  private Optional<String> name(String path, String text) {
    Optional<String> name =
        findings
            .required(path, text, "name the listener, as in https")
            .flatMap(found -> fields.label(path, found));
    if (name.isPresent() && !names.add(name.get())) {
      findings.add(path, FieldRules.quoted(text) + " names an earlier listener too; use another");
      return Optional.empty();
    }
    return name;
  }

  private Optional<Integer> port(String path, ListenerSpec spec) {
    Optional<Integer> port =
        findings.required(path + ".port", spec.port(), "give a port from 1 to 65535");
    if (port.isPresent() && (port.get() < 1 || port.get() > 65535)) {
      findings.add(path + ".port", port.get() + " is out of range; use 1 to 65535");
      return Optional.empty();
    }
    return port;
  }

  private List<IpAddress> addresses(String path, String text) {
    if (text == null || text.equals("*")) {
      return facts.ipv6()
          ? List.of(IpAddress.ANY_IPV4, IpAddress.ANY_IPV6)
          : List.of(IpAddress.ANY_IPV4);
    }
    Optional<IpAddress> address = IpAddress.parse(text);
    if (address.isEmpty()) {
      findings.add(
          path,
          FieldRules.quoted(text)
              + " is not an IP address; write one such as 192.0.2.1 or 2001:db8::1, or \"*\" for"
              + " all of them");
      return List.of();
    }
    if (address.get().isIpv6() && !facts.ipv6()) {
      findings.add(
          path, text + " is an IPv6 address and the node has no IPv6; use an IPv4 address");
      return List.of();
    }
    return List.of(address.get());
  }

  private SortedSet<SocketIdentity> claim(
      String path, String name, Transport transport, List<IpAddress> addresses, int port) {
    SortedSet<SocketIdentity> claimed = new TreeSet<>();
    for (IpAddress address : addresses) {
      SocketIdentity identity = new SocketIdentity(transport, address, port);
      for (Map.Entry<SocketIdentity, String> other : taken.entrySet()) {
        if (identity.overlaps(other.getKey())) {
          findings.add(
              path,
              identity
                  + (identity.equals(other.getKey()) ? " is also " : " overlaps ")
                  + (identity.equals(other.getKey()) ? "an address" : other.getKey().toString())
                  + " of listener "
                  + FieldRules.quoted(other.getValue())
                  + "; choose another port or address");
        }
      }
      claimed.add(identity);
    }
    claimed.forEach(identity -> taken.putIfAbsent(identity, name));
    return claimed;
  }

  private Optional<Tls> tls(String path, ListenerSpec spec, String name, boolean https) {
    TlsSpec tls = spec.tls();
    if (!https) {
      if (tls != null) {
        findings.add(path + ".tls", "has no meaning with protocol HTTP; remove it or use HTTPS");
      }
      return Optional.empty();
    }
    boolean selfSigned = tls != null && Boolean.TRUE.equals(tls.selfSigned());
    boolean references =
        tls != null && tls.certificateRefs() != null && !tls.certificateRefs().isEmpty();
    if (selfSigned && references) {
      findings.add(path + ".tls", "has certificateRefs and selfSigned: true; use one of them");
      return Optional.empty();
    }
    if (!selfSigned && !references) {
      if (!findings.has(path + ".tls")
          && !findings.has(path + ".tls.certificateRefs")
          && !findings.has(path + ".tls.selfSigned")) {
        findings.add(
            path + ".tls",
            "HTTPS needs a certificate; set certificateRefs, or selfSigned: true to try things out");
      }
      return Optional.empty();
    }
    List<Certificate> certificates =
        selfSigned ? List.of(selfSigned(name, spec)) : references(path, tls);
    return certificates.isEmpty() ? Optional.empty() : Optional.of(new Tls(certificates));
  }

  private Certificate selfSigned(String name, ListenerSpec spec) {
    return new Certificate(
        "self-signed-" + name,
        CertificateFiles.in(facts.selfSignedDirectory() + "/" + name),
        true,
        spec.hostname() == null ? List.of("localhost") : List.of(spec.hostname(), "localhost"));
  }

  private List<Certificate> references(String path, TlsSpec tls) {
    List<Certificate> certificates = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    Findings.each(
        path + ".tls.certificateRefs",
        tls.certificateRefs(),
        (at, reference) ->
            findings
                .required(at + ".name", reference.name(), "name a Secret of type kubernetes.io/tls")
                .flatMap(text -> fields.objectName(at + ".name", text))
                .ifPresent(
                    secret -> {
                      if (!seen.add(secret)) {
                        findings.add(
                            at + ".name",
                            FieldRules.quoted(secret) + " is listed twice; remove one");
                      }
                      certificates.add(
                          new Certificate(
                              secret,
                              CertificateFiles.in(facts.secretsDirectory() + "/" + secret),
                              false,
                              List.of()));
                    }));
    return certificates;
  }

  private Optional<Http3> http3(String path, ListenerSpec spec, boolean https, int port) {
    Http3Spec http3 = spec.http3();
    if (http3 == null) {
      return Optional.empty();
    }
    String at = path + ".http3";
    Duration maxAge =
        fields.duration(
            at + ".altSvcMaxAge",
            http3.altSvcMaxAge(),
            DEFAULT_ALT_SVC_MAX_AGE,
            Duration.ofSeconds(1),
            MAX_ALT_SVC_MAX_AGE);
    int advertised = fields.number(at + ".advertisedPort", http3.advertisedPort(), port, 1, 65535);
    if (!Boolean.TRUE.equals(http3.enabled())) {
      return Optional.empty();
    }
    if (!https) {
      findings.add(at, "HTTP/3 needs TLS; use protocol HTTPS or set enabled: false");
      return Optional.empty();
    }
    return Optional.of(new Http3(maxAge, advertised, Boolean.TRUE.equals(http3.earlyData())));
  }

  private Optional<ProxyProtocol> proxyProtocol(String path, ListenerSpec spec, boolean http3) {
    if (spec.proxyProtocol() == null) {
      return Optional.empty();
    }
    String at = path + ".proxyProtocol";
    if (http3) {
      findings.add(
          at,
          "has no form for QUIC, so a listener with HTTP/3 cannot have it; use two listeners on"
              + " different ports");
    }
    List<String> texts = spec.proxyProtocol().trustedCidrs();
    if ((texts == null || texts.isEmpty()) && !findings.has(at + ".trustedCidrs")) {
      findings.add(
          at + ".trustedCidrs", "missing; list the proxies that may tell the client's address");
      return Optional.empty();
    }
    return Optional.of(new ProxyProtocol(fields.cidrs(at + ".trustedCidrs", texts)));
  }

  private Set<HttpVersion> versions(String path, ListenerSpec spec, boolean https) {
    Set<HttpVersion> versions = EnumSet.noneOf(HttpVersion.class);
    Findings.each(
        path,
        spec.httpVersions(),
        (at, version) -> {
          HttpVersion found =
              switch (version) {
                case HTTP_1_1 -> HttpVersion.HTTP_1_1;
                case HTTP_2 -> HttpVersion.HTTP_2;
              };
          if (!versions.add(found)) {
            findings.add(at, "is listed twice; remove one");
          }
          if (found == HttpVersion.HTTP_2 && spec.protocol() == Protocol.HTTP) {
            findings.add(at, "HTTP/2 without TLS is not supported yet; remove it or use HTTPS");
          }
        });
    if (spec.httpVersions() != null && spec.httpVersions().isEmpty()) {
      findings.add(path, "is empty; list at least one version or remove the field");
    }
    if (versions.isEmpty()) {
      return https
          ? EnumSet.of(HttpVersion.HTTP_1_1, HttpVersion.HTTP_2)
          : EnumSet.of(HttpVersion.HTTP_1_1);
    }
    return versions;
  }
}

package io.scalws.server.tls;

import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.codec.quic.SslSessionTicketKey;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslSessionContext;
import io.netty.handler.ssl.OpenSslSessionTicketKey;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.Mapping;
import io.scalws.certificates.CertificateException;
import io.scalws.certificates.KeyPairFiles;
import io.scalws.planning.spec.Listener;
import io.scalws.planning.spec.Listener.HttpVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * The certificates of one listener, for TLS over TCP and for QUIC. A certificate is chosen by SNI
 * (RFC 6066 section 3): the first one with the name, then the first with a wildcard for it, else
 * the listener's first.
 */
public final class TlsContexts {
  private final Mapping<String, SslContext> tcp;
  private final Optional<QuicSslContext> quic;

  private TlsContexts(Mapping<String, SslContext> tcp, Optional<QuicSslContext> quic) {
    this.tcp = tcp;
    this.quic = quic;
  }

  /**
   * Reads the certificates.
   *
   * @param tickets by which any instance of the runtime resumes what another one began; may be
   *     empty
   */
  public static TlsContexts load(Listener listener, Listener.Tls tls, List<TicketKey> tickets)
      throws CertificateException {
    List<Named<SslContext>> tcp = new ArrayList<>();
    List<Named<QuicSslContext>> quic = new ArrayList<>();
    List<KeyPairFiles> pairs = new ArrayList<>();
    for (Listener.Certificate certificate : tls.certificates()) {
      KeyPairFiles pair =
          KeyPairFiles.read(certificate.files().certificate(), certificate.files().key());
      pairs.add(pair);
      tcp.add(new Named<>(pair.names(), tcpContext(listener, pair, tickets)));
      if (listener.http3().isPresent()) {
        quic.add(new Named<>(pair.names(), quicContext(quicBuilder(listener, pair), tickets)));
      }
    }
    // A connection keeps the ticket keys and the early data setting of the context that it begins
    // with, whatever certificate is chosen later: BoringSSL's SSL_set_SSL_CTX.
    Optional<QuicSslContext> bySni =
        quic.isEmpty()
            ? Optional.empty()
            : Optional.of(
                quicContext(quicBuilder(listener, pairs.getFirst()).sni(mapping(quic)), tickets));
    return new TlsContexts(mapping(tcp), bySni);
  }

  /** By server name, for TLS over TCP. */
  public Mapping<String, SslContext> tcp() {
    return tcp;
  }

  /** Empty without HTTP/3. */
  public Optional<QuicSslContext> quic() {
    return quic;
  }

  private static SslContext tcpContext(
      Listener listener, KeyPairFiles files, List<TicketKey> tickets) throws CertificateException {
    List<String> protocols = new ArrayList<>();
    if (listener.versions().contains(HttpVersion.HTTP_2)) {
      protocols.add("h2");
    }
    if (listener.versions().contains(HttpVersion.HTTP_1_1)) {
      protocols.add("http/1.1");
    }
    try {
      SslContext context =
          SslContextBuilder.forServer(files.key(), files.chainArray())
              .sslProvider(OpenSsl.isAvailable() ? SslProvider.OPENSSL_REFCNT : SslProvider.JDK)
              .protocols("TLSv1.3", "TLSv1.2")
              .applicationProtocolConfig(
                  new ApplicationProtocolConfig(
                      ApplicationProtocolConfig.Protocol.ALPN,
                      ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                      ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                      protocols))
              .build();
      if (!tickets.isEmpty() && context.sessionContext() instanceof OpenSslSessionContext open) {
        open.setTicketKeys(
            tickets.stream().map(TicketKey::openSsl).toArray(OpenSslSessionTicketKey[]::new));
      }
      return context;
    } catch (SSLException e) {
      throw new CertificateException(
          "listener " + listener.name() + ": the TLS library refuses the certificate: " + e, e);
    }
  }

  private static QuicSslContextBuilder quicBuilder(Listener listener, KeyPairFiles pair) {
    return QuicSslContextBuilder.forServer(pair.key(), null, pair.chainArray())
        .applicationProtocols("h3")
        .earlyData(listener.http3().orElseThrow().earlyData());
  }

  private static QuicSslContext quicContext(
      QuicSslContextBuilder builder, List<TicketKey> tickets) {
    QuicSslContext context = builder.build();
    if (!tickets.isEmpty()) {
      context
          .sessionContext()
          .setTicketKeys(tickets.stream().map(TicketKey::quic).toArray(SslSessionTicketKey[]::new));
    }
    return context;
  }

  private record Named<C>(List<String> names, C context) {}

  private static <C> Mapping<String, C> mapping(List<Named<C>> all) {
    Map<String, C> byName = new LinkedHashMap<>();
    for (Named<C> each : all) {
      each.names().forEach(name -> byName.putIfAbsent(name, each.context()));
    }
    C first = all.getFirst().context();
    return name -> {
      if (name == null) {
        return first;
      }
      String host = name.toLowerCase(Locale.ROOT);
      C exact = byName.get(host);
      if (exact != null) {
        return exact;
      }
      int dot = host.indexOf('.');
      // RFC 9525 section 6.3: a wildcard stands for one whole label, the first.
      C wildcard = dot < 0 ? null : byName.get("*" + host.substring(dot));
      return wildcard == null ? first : wildcard;
    };
  }
}

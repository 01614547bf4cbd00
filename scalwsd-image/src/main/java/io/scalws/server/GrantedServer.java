package io.scalws.server;

import io.scalws.certificates.CertificateException;
import io.scalws.linux.Fd;
import io.scalws.linux.Memfd;
import io.scalws.linux.SyscallException;
import io.scalws.planning.spec.ParseResult;
import io.scalws.planning.spec.ResolvedSpecification;
import io.scalws.planning.spec.RuntimeModel;
import io.scalws.planning.spec.SpecParser;
import io.scalws.planning.spec.Violation;
import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.AgentMessage.Grant;
import io.scalws.protocol.message.AgentMessage.HeldSocket;
import io.scalws.protocol.message.AgentMessage.SocketClaim;
import io.scalws.protocol.message.SocketKind;
import io.scalws.protocol.socket.GenerationId;
import io.scalws.server.admin.MetricsText;
import io.scalws.server.admin.ServerMetric;
import io.scalws.server.adopt.AdoptedSockets;
import io.scalws.server.adopt.Hop;
import io.scalws.server.lifecycle.ServerState;
import io.scalws.server.quic.QuicDatagram;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a Grant became: a server on the sockets that came with it, which every quic-lb knows. Only
 * the main thread changes it.
 */
final class GrantedServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GrantedServer.class);
  private static final int MAX_CONFIGURATION = 64 << 20;
  private static final long REGISTRATION_MILLIS = 5_000;

  private final ServerId serverId;
  private final AdoptedSockets sockets;
  private final WebServer server;
  private final Hop hop;

  private GrantedServer(String id, Path agentSocket, Grant grant, RuntimeModel model, List<Fd> fds)
      throws IOException, CertificateException {
    serverId = grant.serverId().orElseThrow();
    GenerationId generation = grant.generation().orElseThrow();
    sockets = AdoptedSockets.of(grant.sockets().sockets(), fds, List.of(generation));
    Hop[] registered = new Hop[1];
    server =
        new WebServer(
            new InstanceIdentity(id, serverId, grant.keys()),
            model,
            () -> registered[0] != null && registered[0].registered() > 0);
    hop =
        new Hop(
            agentSocket.resolveSibling("quic-lb"),
            new Hop.Registration(serverId, grant.hopKey()),
            server.quicLoop());
    registered[0] = hop;
  }

  /**
   * Takes the sockets over; {@link #open} comes next.
   *
   * @param id of the instance
   * @param agentSocket has the folder of quic-lb beside it
   * @param given of the grant, the configuration first; taken over
   */
  static GrantedServer of(String id, Path agentSocket, Grant grant, List<Fd> given)
      throws IOException, CertificateException {
    List<Fd> fds = new ArrayList<>(given);
    if (!grant.sockets().configurationAttached()
        || grant.generation().isEmpty()
        || grant.serverId().isEmpty()
        || fds.isEmpty()) {
      fds.forEach(Fd::close);
      throw new IOException("the agent's grant has no configuration, generation or server id");
    }
    RuntimeModel model;
    try (Fd configuration = fds.removeFirst()) {
      model = model(Memfd.read(configuration, MAX_CONFIGURATION));
    } catch (IOException e) {
      fds.forEach(Fd::close);
      throw e;
    }
    return new GrantedServer(id, agentSocket, grant, model, fds);
  }

  private static RuntimeModel model(byte[] json) throws IOException {
    return switch (SpecParser.parse(ResolvedSpecification.read(json))) {
      case ParseResult.Parsed parsed -> parsed.model();
      case ParseResult.Rejected rejected ->
          throw new IOException(
              "the configuration is refused: "
                  + String.join(
                      "; ", rejected.violations().stream().map(Violation::toString).toList()));
    };
  }

  /** Opens and registers everything; nothing is accepted yet. */
  void open() throws SyscallException {
    for (AdoptedSockets.Adopted each : sockets.all()) {
      switch (each.socket().kind()) {
        case LISTENER -> server.openTcp(each.socket().identity(), each.fd().duplicate());
        case SEND_ONLY -> {
          QuicListener quic = server.openUdp(each.socket().identity(), each.fd().duplicate());
          hop.add(each.socket().number(), each.socket().identity(), receiver(quic));
        }
        case READER -> {
          // In custody only: another process reads it.
        }
      }
    }
    hop.start();
    awaitRegistration();
    server.prepared();
  }

  private static Hop.Receiver receiver(QuicListener quic) {
    return new Hop.Receiver() {
      @Override
      public void receive(QuicDatagram datagram) {
        quic.receive(datagram);
      }

      @Override
      public void readComplete() {
        quic.readComplete();
      }
    };
  }

  /** An instance with HTTP/3 is ready when datagrams reach it; without any quic-lb, a bit later. */
  private void awaitRegistration() {
    long deadline = System.nanoTime() + Duration.ofMillis(REGISTRATION_MILLIS).toNanos();
    boolean needed = !udpNumbers().isEmpty();
    while (needed && !hop.isRegisteredEverywhere() && System.nanoTime() < deadline) {
      try {
        Thread.sleep(Duration.ofMillis(5));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    if (needed && hop.registered() == 0) {
      LOG.warn("no quic-lb has registered this instance yet; HTTP/3 begins when one does");
    }
  }

  private List<Integer> udpNumbers() {
    return sockets.all().stream()
        .filter(each -> each.socket().kind() == SocketKind.SEND_ONLY)
        .map(each -> each.socket().number())
        .toList();
  }

  /** Begins to accept; again, it changes nothing. */
  void activate() {
    server.activate();
    hop.accept(udpNumbers());
  }

  /** Returns when nothing is left or the time is over. */
  void drain(Duration timeout) {
    hop.accept(List.of());
    server.drain(timeout);
  }

  /** What a Hello lists. */
  List<HeldSocket> held() throws SyscallException {
    return sockets.held();
  }

  /** {@link AdoptedSockets#handBack}. */
  List<HeldSocket> handBack(List<SocketClaim> claims, List<Fd> fds) throws SyscallException {
    return sockets.handBack(claims, fds);
  }

  ServerId serverId() {
    return serverId;
  }

  /** For its figures. */
  WebServer server() {
    return server;
  }

  boolean isServing() {
    return server.state() == ServerState.SERVING;
  }

  MetricsText metrics() {
    return server.metrics().add(ServerMetric.REGISTERED, hop.registered());
  }

  @Override
  public void close() {
    hop.close();
    server.close();
    sockets.close();
  }
}

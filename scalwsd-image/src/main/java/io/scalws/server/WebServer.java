package io.scalws.server;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.scalws.certificates.CertificateException;
import io.scalws.linux.Fd;
import io.scalws.planning.spec.Listener;
import io.scalws.planning.spec.RuntimeModel;
import io.scalws.protocol.socket.SocketIdentity;
import io.scalws.protocol.socket.Transport;
import io.scalws.server.accesslog.AccessLog;
import io.scalws.server.admin.MetricsText;
import io.scalws.server.admin.ServerMetric;
import io.scalws.server.dispatch.Dispatcher;
import io.scalws.server.dispatch.RequestObserver;
import io.scalws.server.exchange.RequestHandler;
import io.scalws.server.exchange.RequestHead;
import io.scalws.server.exchange.ResponseHead;
import io.scalws.server.http3.RequestLimits;
import io.scalws.server.lifecycle.AltSvcPolicy;
import io.scalws.server.lifecycle.ServerState;
import io.scalws.server.lifecycle.ServerState.Event;
import io.scalws.server.quic.QuicLimits;
import io.scalws.server.quic.QuicPlane;
import io.scalws.server.tcp.TcpListenerPlane;
import io.scalws.server.tls.TlsContexts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One server on the sockets that it is given: from a runtime's model to listeners, routes and
 * protocols. State changes in {@link #on} only.
 */
final class WebServer {
  private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);

  private final InstanceIdentity identity;
  private final RuntimeModel model;
  private final BooleanSupplier registered;
  private final ServerCounters counters = new ServerCounters();
  private final AtomicReference<ServerState> state = new AtomicReference<>(ServerState.STARTING);
  private final EventLoop quicLoop;
  private final EventLoopGroup acceptors;
  private final EventLoopGroup workers;
  private final ExecutorService blocking = Executors.newVirtualThreadPerTaskExecutor();
  private final Dispatcher dispatcher;
  private final Optional<AccessLog> accessLog;
  private final Map<String, TcpListenerPlane> tcp = new LinkedHashMap<>();
  private final Map<String, TlsContexts> tls = new LinkedHashMap<>();
  private final List<QuicListener> quic = new ArrayList<>();

  /**
   * @param registered whether new QUIC connections can reach this instance at the moment
   */
  WebServer(InstanceIdentity identity, RuntimeModel model, BooleanSupplier registered)
      throws CertificateException {
    this.identity = identity;
    this.model = model;
    this.registered = registered;
    acceptors = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    workers =
        new MultiThreadIoEventLoopGroup(
            Math.max(2, Runtime.getRuntime().availableProcessors()), EpollIoHandler.newFactory());
    quicLoop = workers.next();
    RequestHandler handler = Routing.of(model, workers, blocking);
    accessLog = AccessLogging.start(identity.id());
    dispatcher =
        new Dispatcher(
            handler,
            this::decorate,
            accessLog.<RequestObserver>map(counters::and).orElse(counters),
            model.limits().bodyBytes());
    for (Listener listener : model.listeners()) {
      Optional<TlsContexts> contexts = Optional.empty();
      if (listener.tls().isPresent()) {
        contexts =
            Optional.of(TlsContexts.load(listener, listener.tls().get(), identity.ticketKeys()));
        tls.put(listener.name(), contexts.get());
      }
      tcp.put(
          listener.name(),
          new TcpListenerPlane(listener, contexts, dispatcher, model.limits(), model.timeouts()));
    }
  }

  private ResponseHead decorate(RequestHead request, ResponseHead response) {
    Optional<String> altSvc =
        switch (request.version()) {
          case HTTP_1_0, HTTP_1_1, HTTP_2 -> altSvc(request.origin().listener());
          case HTTP_3 -> Optional.empty();
        };
    if (altSvc.isEmpty() && model.instanceHeader().isEmpty()) {
      return response;
    }
    var headers = response.headers().toBuilder();
    altSvc.ifPresent(value -> headers.set("alt-svc", value));
    model.instanceHeader().ifPresent(name -> headers.set(name, identity.id()));
    return new ResponseHead(response.status(), headers.build());
  }

  private Optional<String> altSvc(String listener) {
    return model.listeners().stream()
        .filter(each -> each.name().equals(listener))
        .findFirst()
        .flatMap(Listener::http3)
        .flatMap(http3 -> AltSvcPolicy.value(http3, state.get(), registered.getAsBoolean()));
  }

  /** Takes over a listening TCP socket. Nothing is accepted before {@link #activate}. */
  void openTcp(SocketIdentity socket, Fd fd) {
    tcp.get(listenerOf(socket).name()).add(fd.release(), acceptors, workers);
  }

  /** Takes over a UDP socket for sending; datagrams come through the result. */
  QuicListener openUdp(SocketIdentity socket, Fd fd) {
    Listener listener = listenerOf(socket);
    TlsContexts contexts = tls.get(listener.name());
    QuicPlane plane =
        new QuicPlane(
            identity.serverId(),
            identity.quicKeys(),
            QuicLimits.DEFAULT.withIdleTimeout(model.timeouts().idle()),
            () -> contexts.quic().orElseThrow(),
            this::wantsRetry,
            new QuicPlane.Events(counters, counters));
    RequestLimits limits =
        new RequestLimits(
            model.limits().headerBytes(),
            model.timeouts().requestHeader(),
            model.timeouts().requestBodyIdle());
    QuicListener opened = QuicListener.open(listener, fd, plane, dispatcher, limits, quicLoop);
    quic.add(opened);
    return opened;
  }

  /** One event loop has every QUIC connection of this instance. */
  EventLoop quicLoop() {
    return quicLoop;
  }

  private boolean wantsRetry() {
    return switch (model.quic().retry()) {
      case ALWAYS -> true;
      case NEVER -> false;
      case UNDER_LOAD ->
          quic.stream().mapToInt(QuicListener::handshaking).sum() > QuicListener.BUSY_HANDSHAKES;
    };
  }

  private Listener listenerOf(SocketIdentity socket) {
    return model
        .listenerOf(socket)
        .orElseThrow(
            () -> new IllegalArgumentException("no listener of the specification has " + socket));
  }

  /** Everything is open. */
  void prepared() {
    on(Event.PREPARED);
  }

  /** Begins to accept; again, it changes nothing. */
  void activate() {
    boolean first = state.get() == ServerState.READY;
    on(Event.ACTIVATED);
    if (first) {
      tcp.values().forEach(TcpListenerPlane::accept);
    }
  }

  /**
   * Stops accepting, finishes what was accepted, and returns when nothing is left or the time is
   * over; what is left then is cut and counted.
   */
  void drain(Duration timeout) {
    if (on(Event.DRAIN_ASKED).isEmpty()) {
      return;
    }
    long deadline = System.nanoTime() + timeout.toNanos();
    tcp.values().forEach(TcpListenerPlane::stopAccepting);
    tcp.values().forEach(TcpListenerPlane::drain);
    quic.forEach(QuicListener::drain);
    while (connections() > 0 && System.nanoTime() < deadline) {
      pause();
    }
    tcp.values().forEach(TcpListenerPlane::force);
    quic.forEach(QuicListener::force);
    on(Event.DRAINED);
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the event loops; connections that are left are lost. */
  void close() {
    blocking.shutdownNow();
    for (EventLoopGroup group : List.of(acceptors, workers)) {
      group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(3, TimeUnit.SECONDS);
    }
    accessLog.ifPresent(AccessLog::close);
  }

  private Optional<ServerState> on(Event event) {
    ServerState before = state.get();
    Optional<ServerState> after = before.on(event);
    after
        .filter(next -> next != before)
        .ifPresent(
            next -> {
              state.set(next);
              LOG.info("instance {}: {} to {}", identity.id(), before, next);
            });
    return after;
  }

  ServerState state() {
    return state.get();
  }

  int http1Connections() {
    return tcp.values().stream().mapToInt(TcpListenerPlane::http1Connections).sum();
  }

  int http2Connections() {
    return tcp.values().stream().mapToInt(TcpListenerPlane::http2Connections).sum();
  }

  int http3Connections() {
    return quic.stream().mapToInt(QuicListener::connections).sum();
  }

  private int connections() {
    int handshaking = tcp.values().stream().mapToInt(TcpListenerPlane::handshaking).sum();
    return handshaking + http1Connections() + http2Connections() + http3Connections();
  }

  long requestsInFlight() {
    return dispatcher.inFlight();
  }

  long requestsStarted() {
    return dispatcher.started();
  }

  ServerCounters counters() {
    return counters;
  }

  /** Figures in the Prometheus text format. */
  MetricsText metrics() {
    MetricsText text = new MetricsText();
    long inFlight = requestsInFlight();
    text.add(ServerMetric.REQUESTS_STARTED, dispatcher.started());
    text.add(ServerMetric.REQUESTS_IN_FLIGHT, inFlight);
    text.add(ServerMetric.CONNECTIONS, "version", "http1", http1Connections());
    text.add(ServerMetric.CONNECTIONS, "version", "http2", http2Connections());
    text.add(ServerMetric.CONNECTIONS, "version", "http3", http3Connections());
    text.add(ServerMetric.DATAGRAMS_UNSENT, quic.stream().mapToLong(QuicListener::unsent).sum());
    text.add(ServerMetric.REQUESTS_UNREADABLE, dispatcher.unreadableSoFar());
    accessLog.ifPresent(log -> text.add(ServerMetric.ACCESS_LOG_DROPPED, log.dropped()));
    counters.write(text);
    return text;
  }

  /** UDP or TCP sockets of the specification, in canonical order. */
  List<SocketIdentity> identities(Transport transport) {
    return model.identities().stream().filter(each -> each.transport() == transport).toList();
  }
}

package io.scalws.server;

import io.scalws.server.admin.MetricsText;
import io.scalws.server.admin.ServerMetric;
import io.scalws.server.anchor.ClientPath;
import io.scalws.server.dispatch.RequestObserver;
import io.scalws.server.exchange.Exchange;
import io.scalws.server.exchange.HttpVersion;
import io.scalws.server.exchange.Outcome;
import io.scalws.server.quic.AnchorEvents;
import io.scalws.server.quic.DatagramEvents;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Everything that is counted. Thread-safe. */
final class ServerCounters implements AnchorEvents, DatagramEvents, RequestObserver {
  private final Map<HttpVersion, Map<Outcome, LongAdder>> ends = new EnumMap<>(HttpVersion.class);
  private final Map<Fate, LongAdder> datagrams = adders(Fate.class);
  private final LongAdder portChanges = new LongAdder();
  private final LongAdder hostChanges = new LongAdder();
  private final LongAdder repeated = new LongAdder();
  private final LongAdder forged = new LongAdder();
  private final LongAdder abandoned = new LongAdder();

  ServerCounters() {
    for (HttpVersion version : HttpVersion.values()) {
      ends.put(version, adders(Outcome.class));
    }
  }

  private static <E extends Enum<E>> Map<E, LongAdder> adders(Class<E> type) {
    Map<E, LongAdder> adders = new EnumMap<>(type);
    for (E each : type.getEnumConstants()) {
      adders.put(each, new LongAdder());
    }
    return adders;
  }

  @Override
  public void ended(Exchange exchange, Outcome outcome, long nanos) {
    ends.get(exchange.request().version()).get(outcome).increment();
  }

  @Override
  public void datagram(Fate fate) {
    datagrams.get(fate).increment();
  }

  @Override
  public void followed(ClientPath from, ClientPath to, boolean hostChanged) {
    (hostChanged ? hostChanges : portChanges).increment();
  }

  @Override
  public void challengeRepeated() {
    repeated.increment();
  }

  @Override
  public void forged() {
    forged.increment();
  }

  @Override
  public void abandoned() {
    abandoned.increment();
  }

  /** Requests that ended. */
  long ended() {
    return Stream.of(Outcome.values()).mapToLong(this::ended).sum();
  }

  /** Requests that got no whole answer although their client did nothing against it. */
  long failed() {
    return ended(Outcome.CONNECTION_LOST) + ended(Outcome.FAILED) + ended(Outcome.FORCED);
  }

  long forced() {
    return ended(Outcome.FORCED);
  }

  private long ended(Outcome outcome) {
    return ends.values().stream().mapToLong(each -> each.get(outcome).sum()).sum();
  }

  long datagrams() {
    return datagrams.values().stream().mapToLong(LongAdder::sum).sum();
  }

  void write(MetricsText text) {
    ends.forEach(
        (version, byOutcome) ->
            byOutcome.forEach(
                (outcome, count) ->
                    text.add(
                        ServerMetric.REQUESTS,
                        Map.of("version", version.label(), "outcome", outcome.label()),
                        count.sum())));
    datagrams.forEach(
        (fate, count) -> text.add(ServerMetric.DATAGRAMS, "fate", fate.label(), count.sum()));
    text.add(ServerMetric.FORCED_CLOSES, forced());
    text.add(ServerMetric.ADDRESS_CHANGES, "kind", "port", portChanges.sum());
    text.add(ServerMetric.ADDRESS_CHANGES, "kind", "host", hostChanges.sum());
    text.add(ServerMetric.CHALLENGES_REPEATED, repeated.sum());
    text.add(ServerMetric.FORGED, forged.sum());
    text.add(ServerMetric.PATHS_EXHAUSTED, abandoned.sum());
  }
}

package io.scalws.server;

import io.scalws.server.admin.MetricsText;
import io.scalws.server.admin.ServerMetric;
import io.scalws.server.anchor.ClientPath;
import io.scalws.server.exchange.EndListener;
import io.scalws.server.exchange.Exchange;
import io.scalws.server.exchange.Outcome;
import io.scalws.server.quic.AnchorEvents;
import io.scalws.server.quic.DatagramEvents;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Everything that is counted. Thread-safe. */
final class ServerCounters implements AnchorEvents, DatagramEvents, EndListener {
  private final Map<Outcome, LongAdder> ends = adders(Outcome.class);
  private final Map<Fate, LongAdder> datagrams = adders(Fate.class);
  private final LongAdder portChanges = new LongAdder();
  private final LongAdder hostChanges = new LongAdder();
  private final LongAdder repeated = new LongAdder();
  private final LongAdder forged = new LongAdder();
  private final LongAdder abandoned = new LongAdder();

  private static <E extends Enum<E>> Map<E, LongAdder> adders(Class<E> type) {
    Map<E, LongAdder> adders = new EnumMap<>(type);
    for (E each : type.getEnumConstants()) {
      adders.put(each, new LongAdder());
    }
    return adders;
  }

  @Override
  public void ended(Exchange exchange, Outcome outcome) {
    ends.get(outcome).increment();
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
    return ends.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** Requests that ended other than well. */
  long failed() {
    return ended() - ends.get(Outcome.COMPLETED).sum() - ends.get(Outcome.CANCELLED).sum();
  }

  long forced() {
    return ends.get(Outcome.FORCED).sum();
  }

  long datagrams() {
    return datagrams.values().stream().mapToLong(LongAdder::sum).sum();
  }

  void write(MetricsText text) {
    ends.forEach(
        (outcome, count) ->
            text.add(ServerMetric.REQUESTS, "outcome", outcome.label(), count.sum()));
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

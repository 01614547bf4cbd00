package io.scalws.agent.conduct;

import io.scalws.agent.instance.Fleet;
import io.scalws.agent.instance.Instance;
import io.scalws.agent.instance.InstanceState;
import io.scalws.agent.instance.InstanceState.Event;
import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.Measure;
import io.scalws.protocol.socket.GenerationId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The instances, as values, and their processes. The one place where an instance changes its state.
 * Owned by the conductor's thread.
 */
final class Roster {
  private static final Logger LOG = LoggerFactory.getLogger(Roster.class);

  private final SortedMap<String, Instance> instances = new TreeMap<>();
  private final Map<String, Child> children = new HashMap<>();
  private final Map<String, Instant> startedAt = new HashMap<>();
  private int lastNumber;

  /** What processes that have ended had reported. */
  private final Map<Measure, Long> departed = new EnumMap<>(Measure.class);

  /** Looked at together with what shall become of them. */
  List<Instance> instances() {
    return List.copyOf(instances.values());
  }

  Optional<Instance> find(String id) {
    return Optional.ofNullable(instances.get(id));
  }

  Optional<Child> child(String id) {
    return Optional.ofNullable(children.get(id));
  }

  Collection<Child> children() {
    return List.copyOf(children.values());
  }

  void started(Child child, GenerationId generation, Instant now) {
    if (!instances.containsKey(child.id())) {
      lastNumber = Integer.parseInt(child.id().substring(child.id().lastIndexOf('-') + 1));
    }
    Instance instance =
        find(child.id())
            .filter(known -> known.generation().equals(generation))
            .orElseGet(() -> Instance.fresh(child.id(), generation, now));
    children.put(child.id(), child);
    startedAt.put(child.id(), now);
    instances.put(child.id(), instance);
    change(child.id(), Event.STARTED, "pid " + child.process().pid(), now);
  }

  /** A process that a predecessor started. */
  void adopted(Child child, GenerationId generation, Instant now) {
    started(child, generation, now);
    if (child.serverId().isPresent()) {
      change(child.id(), Event.READY, "adopted", now);
    }
  }

  /** Notes that an instance could not even be started. */
  void failedToStart(String id, GenerationId generation, Instant now) {
    Instance instance = find(id).orElseGet(() -> Instance.fresh(id, generation, now));
    instances.put(id, instance.with(instance.backoff().failed(now, now)));
  }

  /** The event happened; one that is not allowed is a bug, or a child that does not behave. */
  boolean change(String id, Event event, String why, Instant now) {
    Instance instance = instances.get(id);
    Optional<InstanceState> next = instance.state().on(event);
    if (next.isEmpty()) {
      LOG.warn(
          "An event is not allowed instance={} state={} event={}", id, instance.state(), event);
      return false;
    }
    if (next.get() != instance.state()) {
      LOG.info(
          "Instance {} is {} generation={} was={} why=\"{}\"",
          id,
          next.get(),
          instance.generation(),
          instance.state(),
          why);
    }
    instances.put(id, instance.in(next.get(), now));
    return true;
  }

  /** Its process is gone; whether that was expected. */
  boolean exited(Child child, Instant now) {
    Instance before = instances.get(child.id());
    boolean expected = before.state() == InstanceState.DRAINING;
    change(child.id(), Event.EXIT, expected ? "drained" : "unexpectedly", now);
    if (!expected) {
      Instant start = startedAt.getOrDefault(child.id(), now);
      update(child.id(), instance -> instance.with(instance.backoff().failed(start, now)));
    }
    child.measures().forEach((measure, value) -> departed.merge(measure, value, Long::sum));
    children.remove(child.id());
    startedAt.remove(child.id());
    child.close();
    return expected;
  }

  void update(String id, UnaryOperator<Instance> change) {
    instances.computeIfPresent(id, (same, instance) -> change.apply(instance));
  }

  void updateAll(UnaryOperator<Instance> change) {
    instances.replaceAll((id, instance) -> change.apply(instance));
  }

  void forget(String id) {
    instances.remove(id);
  }

  /** Whether any process of the generation is still there, or shall be started again. */
  boolean uses(GenerationId generation) {
    return instances.values().stream().anyMatch(each -> each.generation().equals(generation));
  }

  long count(InstanceState state) {
    return instances.values().stream().filter(each -> each.state() == state).count();
  }

  /** A measure that only grows, summed over everybody there ever was. */
  long total(Measure measure) {
    long sum = departed.getOrDefault(measure, 0L);
    for (Child child : children.values()) {
      sum += child.measures().getOrDefault(measure, 0L);
    }
    return sum;
  }

  List<ServerId> liveIds() {
    List<ServerId> live = new ArrayList<>();
    children.values().forEach(child -> child.serverId().ifPresent(live::add));
    return live;
  }

  /** The fleet with these instances in it. */
  Fleet in(Fleet fleet) {
    return new Fleet(
        fleet.runtime(),
        fleet.desired(),
        fleet.active(),
        fleet.target(),
        lastNumber,
        fleet.progressSince(),
        fleet.terms(),
        instances());
  }
}

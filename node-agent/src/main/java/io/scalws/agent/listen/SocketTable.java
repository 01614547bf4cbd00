package io.scalws.agent.listen;

import io.scalws.protocol.socket.GenerationId;
import io.scalws.protocol.socket.SocketIdentity;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Which generations use which socket. Immutable: every change gives a new table, so a transaction
 * that fails simply drops its own.
 *
 * @param entries by identity
 * @param nextNumber the next socket number that was never used
 */
public record SocketTable(SortedMap<SocketIdentity, Entry> entries, int nextNumber) {
  public static final SocketTable EMPTY = new SocketTable(new TreeMap<>(), 0);

  public SocketTable {
    entries = Collections.unmodifiableSortedMap(new TreeMap<>(entries));
  }

  /**
   * One socket.
   *
   * @param number names it in frames of the hop, for as long as it lives
   * @param inode of the TCP listener or UDP reader
   * @param generations that use it; never empty
   */
  public record Entry(int number, long inode, SocketState state, Set<GenerationId> generations) {
    public Entry {
      generations = Collections.unmodifiableSortedSet(new TreeSet<>(generations));
    }

    private Entry with(SocketState changed) {
      return new Entry(number, inode, changed, generations);
    }
  }

  public Optional<Entry> entry(SocketIdentity identity) {
    return Optional.ofNullable(entries.get(identity));
  }

  /** The identities that a generation uses. */
  public SortedSet<SocketIdentity> of(GenerationId generation) {
    SortedSet<SocketIdentity> identities = new TreeSet<>();
    entries.forEach(
        (identity, entry) -> {
          if (entry.generations().contains(generation)) {
            identities.add(identity);
          }
        });
    return identities;
  }

  /** A socket that was bound, or handed back, for a generation. */
  public SocketTable prepared(SocketIdentity identity, long inode, GenerationId generation) {
    return prepared(identity, nextNumber, inode, generation);
  }

  /** The same with a number that the socket had before. */
  public SocketTable prepared(
      SocketIdentity identity, int number, long inode, GenerationId generation) {
    SortedMap<SocketIdentity, Entry> changed = new TreeMap<>(entries);
    changed.put(identity, new Entry(number, inode, SocketState.PREPARED, Set.of(generation)));
    return new SocketTable(changed, Math.max(nextNumber, number + 1));
  }

  /** One more generation uses these sockets. */
  public SocketTable shared(Collection<SocketIdentity> identities, GenerationId generation) {
    SortedMap<SocketIdentity, Entry> changed = new TreeMap<>(entries);
    for (SocketIdentity identity : identities) {
      changed.computeIfPresent(
          identity,
          (same, entry) -> {
            Set<GenerationId> users = new TreeSet<>(entry.generations());
            users.add(generation);
            return new Entry(entry.number(), entry.inode(), entry.state(), users);
          });
    }
    return new SocketTable(changed, nextNumber);
  }

  /** The generation serves from now on; sockets that it does not use drain. */
  public SocketTable published(GenerationId generation) {
    return map(
        entry ->
            entry.with(
                entry.generations().contains(generation)
                    ? SocketState.ACTIVE
                    : SocketState.DRAINING));
  }

  /** Nobody of the published generation is ready, or somebody is again. */
  public SocketTable refusing(boolean refusing) {
    return map(
        entry ->
            switch (entry.state()) {
              case ACTIVE, REFUSING ->
                  entry.with(refusing ? SocketState.REFUSING : SocketState.ACTIVE);
              case PREPARED, DRAINING -> entry;
            });
  }

  /** A generation is one less: raised in place to another number. */
  public SocketTable renamed(GenerationId from, GenerationId to) {
    return map(
        entry -> {
          Set<GenerationId> users = new TreeSet<>(entry.generations());
          if (users.remove(from)) {
            users.add(to);
          }
          return new Entry(entry.number(), entry.inode(), entry.state(), users);
        });
  }

  /** The last instance of a generation has gone; sockets without a user are gone from the table. */
  public SocketTable without(GenerationId generation) {
    SortedMap<SocketIdentity, Entry> changed = new TreeMap<>();
    entries.forEach(
        (identity, entry) -> {
          Set<GenerationId> users = new TreeSet<>(entry.generations());
          users.remove(generation);
          if (!users.isEmpty()) {
            changed.put(identity, new Entry(entry.number(), entry.inode(), entry.state(), users));
          }
        });
    return new SocketTable(changed, nextNumber);
  }

  private SocketTable map(UnaryOperator<Entry> change) {
    SortedMap<SocketIdentity, Entry> changed = new TreeMap<>();
    entries.forEach((identity, entry) -> changed.put(identity, change.apply(entry)));
    return new SocketTable(changed, nextNumber);
  }
}

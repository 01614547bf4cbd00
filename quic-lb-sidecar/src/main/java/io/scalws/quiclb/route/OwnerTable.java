package io.scalws.quiclb.route;

import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.AgentMessage.Owners;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Who is registered, who takes new connections on which socket, and which ids are known dead. An
 * instance has a slot from registration to departure. Lookups are linear: a node has a handful of
 * instances.
 */
public final class OwnerTable {
  /** Answer of lookups for nobody. */
  public static final int NOBODY = -1;

  /** More registrations than this are refused. */
  public static final int CAPACITY = 256;

  /** Three missed heartbeats of 250 ms. */
  public static final long PLACEABLE_MILLIS = 750;

  private final long[] ids = new long[CAPACITY];
  private final boolean[] taken = new boolean[CAPACITY];
  private final BitSet[] accepting = new BitSet[CAPACITY];
  private final long[] heardAt = new long[CAPACITY];
  private int end;

  private Optional<Owners> owners = Optional.empty();
  private long[] live = {};

  /** What is known of an id that is not registered. */
  public enum Fate {
    DEAD,
    UNKNOWN,
    FOREIGN_NODE
  }

  /**
   * Registers an instance.
   *
   * @param sockets numbers of those on which it takes new connections
   * @return its slot; empty if the id is registered or the table is full
   */
  public OptionalInt register(ServerId id, List<Integer> sockets, long nowMillis) {
    if (slotOf(id.toLong()) != NOBODY) {
      return OptionalInt.empty();
    }
    for (int slot = 0; slot < CAPACITY; slot++) {
      if (!taken[slot]) {
        taken[slot] = true;
        ids[slot] = id.toLong();
        end = Math.max(end, slot + 1);
        heard(slot, sockets, nowMillis);
        return OptionalInt.of(slot);
      }
    }
    return OptionalInt.empty();
  }

  /** A heartbeat of a registered instance. */
  public void heard(int slot, List<Integer> sockets, long nowMillis) {
    BitSet numbers = new BitSet();
    sockets.forEach(numbers::set);
    accepting[slot] = numbers;
    heardAt[slot] = nowMillis;
  }

  /** The instance's connection has ended. That alone does not make it dead. */
  public void remove(int slot) {
    taken[slot] = false;
    while (end > 0 && !taken[end - 1]) {
      end--;
    }
  }

  /** What the agent knows; replaces what it said before. */
  public void learn(Owners message) {
    owners = Optional.of(message);
    live = message.live().stream().mapToLong(ServerId::toLong).sorted().toArray();
  }

  /** The slot of a registered id, or {@link #NOBODY}. */
  public int slotOf(long id) {
    for (int slot = 0; slot < end; slot++) {
      if (taken[slot] && ids[slot] == id) {
        return slot;
      }
    }
    return NOBODY;
  }

  public ServerId serverId(int slot) {
    return ServerId.ofLong(ids[slot]);
  }

  long id(int slot) {
    return ids[slot];
  }

  /** Whether new connections of a socket may go to a slot. */
  public boolean isPlaceable(int slot, int socket, long nowMillis) {
    return taken[slot]
        && accepting[slot].get(socket)
        && nowMillis - heardAt[slot] <= PLACEABLE_MILLIS;
  }

  /** The instance for a hash among those that take new connections, or {@link #NOBODY}. */
  int place(long hash, int socket, long nowMillis) {
    int best = NOBODY;
    long bestWeight = 0;
    for (int slot = 0; slot < end; slot++) {
      if (isPlaceable(slot, socket, nowMillis)) {
        long weight = Rendezvous.weight(hash, ids[slot]);
        if (best == NOBODY || Long.compareUnsigned(weight, bestWeight) > 0) {
          best = slot;
          bestWeight = weight;
        }
      }
    }
    return best;
  }

  /** What is known of an id that is not registered. Before the agent spoke, nothing is. */
  Fate fate(long id) {
    if (owners.isEmpty()) {
      return Fate.UNKNOWN;
    }
    Owners known = owners.get();
    if (id >>> 40 != known.nodePart()) {
      return Fate.FOREIGN_NODE;
    }
    // As Owners.provablyDead, without objects: never for an id that may be alive.
    boolean otherBoot = (id >>> 24 & 0xffff) != known.bootEpoch();
    boolean dead = (otherBoot || (id & 0xff_ffff) < known.nextSequence()) && !isLive(id);
    return dead ? Fate.DEAD : Fate.UNKNOWN;
  }

  /** Whether the agent has told which ids are of this node. */
  boolean knowsNode() {
    return owners.isPresent();
  }

  private boolean isLive(long id) {
    return Arrays.binarySearch(live, id) >= 0;
  }

  /** Whether everyone whom the agent expects is registered; false until it spoke. */
  public boolean isComplete() {
    return owners.isPresent()
        && owners.get().live().stream().allMatch(id -> slotOf(id.toLong()) != NOBODY);
  }

  public List<ServerId> registered() {
    List<ServerId> all = new ArrayList<>();
    for (int slot = 0; slot < end; slot++) {
      if (taken[slot]) {
        all.add(serverId(slot));
      }
    }
    return all;
  }

  /** Those that take new connections on some socket. */
  public List<ServerId> placeable(long nowMillis) {
    List<ServerId> all = new ArrayList<>();
    for (int slot = 0; slot < end; slot++) {
      if (taken[slot]
          && !accepting[slot].isEmpty()
          && nowMillis - heardAt[slot] <= PLACEABLE_MILLIS) {
        all.add(serverId(slot));
      }
    }
    return all;
  }
}

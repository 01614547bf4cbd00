package io.scalws.server.anchor;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Where the client of one connection is, and as what its datagrams are shown to the QUIC library.
 *
 * <p>The library sees the connection at the anchor. A datagram from an address that is not known is
 * shown once under a made-up address of its own, so that the library opens a path and sends a
 * PATH_CHALLENGE there within its own limit of three times what it received; what follows is shown
 * as coming from the anchor again, so that data stays on the one path that knows what was sent and
 * lost. When the library reports the made-up path as reachable, the address behind the anchor
 * changes.
 *
 * <pre>
 *                     first authentic datagram              challenge answered,
 *       unknown  ---------------------------->  candidate  ------------------->  current
 *          ^                                      |    ^     and not only probed    |
 *          |      evicted, or seven tries failed  |    |                            | another one
 *          +--------------------------------------+    +-- fresh made-up address    v is followed
 *                                                          after a timeout        former
 * </pre>
 *
 * <p>Datagrams that are not authentic (RFC 9000 section 9.3.1) change nothing: the edge reports
 * whether the library counted the datagram as received, and without that no state is kept.
 */
public final class AddressAnchor {
  /** How many paths the library can hold: its active_connection_id_limit. */
  public static final int MAX_PATHS = 64;

  /**
   * How far the anchors of two connections must be apart: a connection uses the numbers from its
   * anchor on for the made-up addresses that it needs.
   */
  public static final int SPACING = 256;

  private static final int GO_AWAY_PATHS = 48;
  private static final int MAX_CANDIDATES = 4;
  private static final int MAX_FORMER = 8;
  private static final int RETURNING_DATAGRAMS = 3;

  /** Stragglers from a former address, overtaken on the way, must not move the connection back. */
  private static final long QUIET_NANOS = 50_000_000L;

  private final long anchor;
  private final Map<ClientPath, Candidate> candidates = new LinkedHashMap<>();
  private final Set<ClientPath> former = new LinkedHashSet<>();

  /** The made-up addresses besides the anchor, and for what each was made. */
  private final Map<Long, ClientPath> paths = new HashMap<>();

  private final ProbedPaths probed = new ProbedPaths();

  private ClientPath current;
  private final Provisional provisional = new Provisional();
  private long heardAt;
  private int returning;
  private int usedPaths = 1;
  private int changes;
  private boolean handshaking = true;
  private boolean goneAway;

  /**
   * @param anchor number of the made-up address at which the library sees the connection
   * @param first where the connection began
   */
  public AddressAnchor(long anchor, ClientPath first) {
    this.anchor = anchor;
    this.current = first;
  }

  public long anchor() {
    return anchor;
  }

  /** Where the client was last proved to be. */
  public ClientPath current() {
    return current;
  }

  /** How often the connection followed its client. */
  public int changes() {
    return changes;
  }

  /** The handshake is complete: addresses may change from now on (RFC 9000 section 9). */
  public void handshakeCompleted() {
    handshaking = false;
  }

  /**
   * Decides how to show a datagram; for the current address without any cost.
   *
   * @param id its destination connection id
   */
  public Showing show(
      ClientPath from, boolean longHeader, ByteBuffer id, PathViews views, long now) {
    OptionalLong owed = longHeader ? OptionalLong.empty() : probed.owed(id, views);
    if (from.equals(current)) {
      heardAt = now;
      returning = 0;
      return owed.isPresent()
          ? new Showing(owed.getAsLong(), true)
          : new Showing(anchor, provisional.isSet());
    }
    if (handshaking || longHeader || former.contains(from)) {
      return new Showing(anchor, true);
    }
    Candidate candidate = candidates.get(from);
    if (candidate != null && candidate.isGivenUp(now)) {
      candidates.remove(from);
      candidate = null;
    }
    boolean pathLeft = usedPaths < MAX_PATHS;
    if (candidate == null) {
      return new Showing(pathLeft ? anchor + usedPaths : anchor, true);
    }
    if (owed.isPresent()) {
      return new Showing(owed.getAsLong(), true);
    }
    if (!candidate.isMoving()) {
      // A client that only probes gets its answers on the probed path (RFC 9000 section 8.2.2).
      return new Showing(candidate.virtual(), true);
    }
    boolean again = candidate.mayTryAgain() && pathLeft && candidate.isOverdue(views, now);
    return new Showing(again ? anchor + usedPaths : anchor, true);
  }

  /**
   * The datagram was shown.
   *
   * @param id its destination connection id
   * @param authentic whether the library counted a packet of it as received: it was protected by
   *     the connection's keys and no repetition
   */
  public List<AnchorAction> shown(
      ClientPath from,
      Showing how,
      ByteBuffer id,
      boolean authentic,
      int octets,
      PathViews views,
      long now) {
    if (!authentic) {
      return List.of();
    }
    if (how.virtual() != anchor) {
      probed.saw(how.virtual(), id);
    }
    if (from.equals(current)) {
      provisional.clear();
      return List.of();
    }
    if (handshaking) {
      provisional.heard(from, octets);
      return List.of();
    }
    List<AnchorAction> actions = new ArrayList<>(2);
    if (former.contains(from)) {
      returning++;
      if (now - heardAt > QUIET_NANOS || returning >= RETURNING_DATAGRAMS) {
        follow(from, now, actions);
      }
      return actions;
    }
    Candidate candidate = candidates.get(from);
    if (candidate == null && how.virtual() == anchor) {
      if (usedPaths >= MAX_PATHS) {
        actions.add(new AnchorAction.Abandon(from));
      }
      return actions;
    }
    if (candidate == null) {
      candidate = begin(from, how.virtual(), views, now);
      actions.add(new AnchorAction.WakeAt(candidate.nextResendAt()));
    } else if (how.virtual() != anchor && !paths.containsKey(how.virtual())) {
      usedPaths++;
      paths.put(how.virtual(), from);
      candidate.tryAs(how.virtual(), now);
      actions.add(new AnchorAction.WakeAt(candidate.nextResendAt()));
    }
    candidate.received(octets);
    candidate.observe(views);
    if (candidate.isMoving() && candidate.isReachable(views)) {
      follow(from, now, actions);
    } else {
      resend(candidate, now, actions);
    }
    warn(actions);
    return actions;
  }

  /** Sends again what is due, see {@link AnchorAction.WakeAt}. */
  public List<AnchorAction> wake(long now) {
    List<AnchorAction> actions = new ArrayList<>(2);
    for (Candidate candidate : candidates.values()) {
      if (now >= candidate.nextResendAt()) {
        resend(candidate, now, actions);
        if (candidate.nextResendAt() != Long.MAX_VALUE) {
          actions.add(new AnchorAction.WakeAt(candidate.nextResendAt()));
        }
      }
    }
    return actions;
  }

  /**
   * Where a datagram goes that the library sends to a made-up address of this connection.
   *
   * @param first the datagram, or the first one of a train
   * @param octets of the whole train
   */
  public ClientPath route(long virtual, byte[] first, int octets, long now) {
    if (virtual == anchor) {
      return provisional.allows(octets) ? provisional.path() : current;
    }
    ClientPath path = paths.get(virtual);
    Candidate candidate = path == null ? null : candidates.get(path);
    if (candidate == null || !candidate.virtuals().contains(virtual)) {
      // Either this address was followed, and the client is where the anchor is, or it was evicted.
      return current;
    }
    candidate.sent(virtual, first, octets, now);
    return path;
  }

  /** Whether {@link #route} wants to see the octets. */
  public boolean isObserving(long virtual) {
    return virtual != anchor && !candidates.isEmpty();
  }

  private Candidate begin(ClientPath from, long virtual, PathViews views, long now) {
    if (candidates.size() >= MAX_CANDIDATES) {
      Iterator<Candidate> oldest = candidates.values().iterator();
      oldest.next();
      oldest.remove();
    }
    long roundTrip = views.of(anchor).map(PathView::roundTripNanos).orElse(0L);
    Candidate candidate = new Candidate(from, virtual, roundTrip, now);
    candidates.put(from, candidate);
    paths.put(virtual, from);
    usedPaths++;
    return candidate;
  }

  private void resend(Candidate candidate, long now, List<AnchorAction> actions) {
    byte[] challenge = candidate.resend(now);
    if (challenge.length > 0) {
      actions.add(new AnchorAction.Resend(challenge, candidate.path()));
    }
  }

  private void follow(ClientPath to, long now, List<AnchorAction> actions) {
    boolean hostChanged = !to.sameHosts(current);
    candidates.remove(to);
    former.remove(to);
    former.add(current);
    if (former.size() > MAX_FORMER) {
      Iterator<ClientPath> oldest = former.iterator();
      oldest.next();
      oldest.remove();
    }
    current = to;
    provisional.clear();
    heardAt = now;
    returning = 0;
    changes++;
    actions.add(new AnchorAction.Follow(to, hostChanged));
  }

  private void warn(List<AnchorAction> actions) {
    if (usedPaths >= GO_AWAY_PATHS && !goneAway) {
      goneAway = true;
      actions.add(new AnchorAction.GoAway());
    }
  }

  /** When the next {@link #wake} is due; empty without a candidate. */
  public OptionalLong nextWake() {
    return candidates.values().stream()
        .mapToLong(Candidate::nextResendAt)
        .filter(at -> at != Long.MAX_VALUE)
        .min();
  }
}

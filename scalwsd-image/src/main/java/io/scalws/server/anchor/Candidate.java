package io.scalws.server.anchor;

import java.util.ArrayList;
import java.util.List;

/**
 * An address that authentic packets came from and that has not been validated yet. Mutable, owned
 * by its {@link AddressAnchor}.
 */
final class Candidate {
  private static final long MILLI = 1_000_000L;

  /** When the challenge is sent once more, after it was sent first. */
  private static final long[] RESEND_AFTER = {
    60 * MILLI, 120 * MILLI, 240 * MILLI, 480 * MILLI, 900 * MILLI
  };

  private static final long RESEND_GAP = 20 * MILLI;
  private static final long MIN_TIMEOUT = 100 * MILLI;
  private static final long MAX_TIMEOUT = 1000 * MILLI;
  private static final long GIVE_UP = 10_000 * MILLI;
  private static final int MAX_TRIES = 7;

  private final ClientPath path;
  private final List<Long> virtuals = new ArrayList<>(1);
  private long timeout;
  private long startedAt;
  private byte[] challenge;
  private long lastSentAt;
  private int resent;
  private long received;
  private long sent;
  private boolean moving;

  Candidate(ClientPath path, long virtual, long roundTripNanos, long now) {
    this.path = path;
    this.timeout = Math.clamp(3 * roundTripNanos, MIN_TIMEOUT, MAX_TIMEOUT);
    this.startedAt = now;
    virtuals.add(virtual);
  }

  ClientPath path() {
    return path;
  }

  /** The made-up address under which the library checks it at present. */
  long virtual() {
    return virtuals.getLast();
  }

  List<Long> virtuals() {
    return virtuals;
  }

  /** Whether the client sent more than probes from here (RFC 9000 section 9.2). */
  boolean isMoving() {
    return moving;
  }

  void observe(PathViews views) {
    moving =
        moving || virtuals.stream().anyMatch(v -> views.of(v).filter(PathView::active).isPresent());
  }

  boolean isReachable(PathViews views) {
    return virtuals.stream().anyMatch(v -> views.of(v).filter(PathView::reachable).isPresent());
  }

  boolean isOverdue(PathViews views, long now) {
    boolean failed = views.of(virtual()).map(PathView::failed).orElse(true);
    return failed || now - startedAt > timeout;
  }

  boolean mayTryAgain() {
    return virtuals.size() < MAX_TRIES;
  }

  /** Whether all tries failed so long ago that the address may begin anew. */
  boolean isGivenUp(long now) {
    return !mayTryAgain() && now - startedAt > GIVE_UP;
  }

  void tryAs(long virtual, long now) {
    virtuals.add(virtual);
    startedAt = now;
    timeout = Math.min(2 * timeout, MAX_TIMEOUT);
    challenge = null;
    resent = 0;
  }

  void received(int octets) {
    received += octets;
  }

  /** The library sent a datagram to one of its made-up addresses; the first holds the challenge. */
  void sent(long virtual, byte[] first, int octets, long now) {
    sent += octets;
    lastSentAt = now;
    if (challenge == null && virtual == virtual()) {
      challenge = first;
    }
  }

  /** When {@link #resend} may have something to do again; {@link Long#MAX_VALUE}: never. */
  long nextResendAt() {
    return resent < RESEND_AFTER.length ? startedAt + RESEND_AFTER[resent] : Long.MAX_VALUE;
  }

  /**
   * The challenge, if it is time to send it again and three times what came from here allows it
   * (RFC 9000 section 8.1), else an empty array.
   */
  byte[] resend(long now) {
    boolean due = now >= nextResendAt();
    while (now >= nextResendAt()) {
      resent++;
    }
    boolean allowed =
        challenge != null
            && now - lastSentAt >= RESEND_GAP
            && 3 * received - sent >= challenge.length;
    if (!due || !allowed) {
      return new byte[0];
    }
    sent += challenge.length;
    lastSentAt = now;
    return challenge;
  }
}

package io.scalws.server.anchor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AddressAnchorTest {
  private static final long ANCHOR = 256;
  private static final long MILLI = 1_000_000;
  private static final byte[] CHALLENGE = new byte[100];

  private final Map<Long, PathView> paths = new HashMap<>();
  private final PathViews views = virtual -> Optional.ofNullable(paths.get(virtual));
  private final ClientPath home = path("192.0.2.1", 1000);
  private final ClientPath other = path("192.0.2.1", 2000);
  private final ClientPath away = path("198.51.100.7", 2000);
  private final AddressAnchor anchor = new AddressAnchor(ANCHOR, home);
  private ByteBuffer id = ByteBuffer.wrap(new byte[] {1});
  private long now = 1_000_000 * MILLI;

  private static ClientPath path(String host, int port) {
    return new ClientPath(
        new InetSocketAddress(host, port), new InetSocketAddress("203.0.113.1", 443), 0);
  }

  @BeforeEach
  void handshakeIsOver() {
    paths.put(ANCHOR, new PathView(true, true, false, true, 30 * MILLI));
    anchor.handshakeCompleted();
  }

  private Showing show(ClientPath from) {
    return anchor.show(from, false, id, views, now);
  }

  private List<AnchorAction> authentic(ClientPath from, Showing how) {
    return anchor.shown(from, how, id, true, 40, views, now);
  }

  /** A first datagram of more than probes: the library opens a path, makes it the active one. */
  private Showing firstFrom(ClientPath from) {
    Showing how = show(from);
    paths.put(how.virtual(), new PathView(false, true, false, false, 0));
    authentic(from, how);
    return how;
  }

  private void reachable(long virtual) {
    paths.put(virtual, new PathView(true, true, false, true, 0));
  }

  @Test
  void theCurrentAddressIsTheAnchorAndCostsNothing() {
    assertThat(show(home)).isEqualTo(new Showing(ANCHOR, false));
  }

  @Test
  void anUnknownAddressIsShownOnceUnderItsOwnAndThenAsTheAnchor() {
    Showing first = firstFrom(other);
    assertThat(first.virtual()).isNotEqualTo(ANCHOR);
    assertThat(show(other)).isEqualTo(new Showing(ANCHOR, true));
    assertThat(anchor.current()).isEqualTo(home);
  }

  @Test
  void anAnsweredChallengeMovesTheAnchor() {
    Showing first = firstFrom(other);
    assertThat(anchor.route(ANCHOR, CHALLENGE, 100, now)).isEqualTo(home);
    reachable(first.virtual());
    assertThat(authentic(other, show(other)))
        .containsExactly(new AnchorAction.Follow(other, false));
    assertThat(anchor.current()).isEqualTo(other);
    assertThat(anchor.route(ANCHOR, CHALLENGE, 100, now)).isEqualTo(other);
    assertThat(anchor.route(first.virtual(), CHALLENGE, 100, now)).isEqualTo(other);
    assertThat(anchor.changes()).isEqualTo(1);
  }

  @Test
  void aChangeOfTheHostIsReportedAsSuch() {
    Showing first = firstFrom(away);
    reachable(first.virtual());
    assertThat(authentic(away, show(away))).containsExactly(new AnchorAction.Follow(away, true));
  }

  @Test
  void forgedDatagramsLeaveNoTrace() {
    for (int port = 1; port <= 10_000; port++) {
      ClientPath forged = path("198.51.100.1", port);
      Showing how = show(forged);
      assertThat(how.verify()).isTrue();
      assertThat(anchor.shown(forged, how, id, false, 1200, views, now)).isEmpty();
    }
    assertThat(anchor.current()).isEqualTo(home);
    assertThat(anchor.nextWake()).isEmpty();
    assertThat(show(other).virtual()).as("no path number was used up").isEqualTo(ANCHOR + 1);
  }

  @Test
  void forgedDatagramsFromACandidateOrAFormerAddressMoveNothing() {
    Showing first = firstFrom(other);
    reachable(first.virtual());
    anchor.shown(other, show(other), id, false, 1200, views, now);
    assertThat(anchor.current()).isEqualTo(home);

    authentic(other, show(other));
    now += 1000 * MILLI;
    anchor.shown(home, show(home), id, false, 1200, views, now);
    assertThat(anchor.current()).isEqualTo(other);
  }

  @Test
  void aClientThatOnlyProbesIsNotFollowedAndAnsweredOnTheProbedPath() {
    Showing probe = show(other);
    paths.put(probe.virtual(), new PathView(false, false, false, false, 0));
    authentic(other, probe);
    paths.put(probe.virtual(), new PathView(true, false, false, true, 0));
    assertThat(show(other).virtual()).isEqualTo(probe.virtual());
    assertThat(authentic(other, show(other))).isEmpty();
    assertThat(anchor.current()).isEqualTo(home);

    paths.put(probe.virtual(), new PathView(true, true, false, true, 0));
    assertThat(authentic(other, show(other)))
        .containsExactly(new AnchorAction.Follow(other, false));
  }

  @Test
  void theChallengeIsSentAgainButNeverMoreThanThreeTimesWhatCame() {
    Showing first = firstFrom(other);
    assertThat(anchor.isObserving(first.virtual())).isTrue();
    assertThat(anchor.route(first.virtual(), CHALLENGE, 100, now)).isEqualTo(other);
    now += 60 * MILLI;
    assertThat(resends(anchor.wake(now))).as("40 octets came: 120 may go, 100 went").isZero();

    authentic(other, show(other));
    authentic(other, show(other));
    now += 60 * MILLI;
    assertThat(resends(anchor.wake(now))).isEqualTo(1);
    now += 120 * MILLI;
    assertThat(resends(anchor.wake(now))).as("360 may go, 200 went").isEqualTo(1);
    now += 240 * MILLI;
    assertThat(resends(anchor.wake(now))).as("360 may go, 300 went").isZero();
  }

  private static long resends(List<AnchorAction> actions) {
    return actions.stream().filter(AnchorAction.Resend.class::isInstance).count();
  }

  @Test
  void aFailedOrOverdueCheckBeginsAnewUnderAFreshAddress() {
    Showing first = firstFrom(other);
    now += 101 * MILLI;
    Showing second = show(other);
    assertThat(second.virtual()).isNotIn(ANCHOR, first.virtual());
    paths.put(second.virtual(), new PathView(false, true, false, false, 0));
    authentic(other, second);
    assertThat(show(other).virtual()).isEqualTo(ANCHOR);
    reachable(first.virtual());
    authentic(other, show(other));
    assertThat(anchor.current()).as("a late answer to the first counts too").isEqualTo(other);
  }

  @Test
  void aClientThatComesBackIsFollowedOnceItsNewAddressIsQuiet() {
    Showing first = firstFrom(other);
    reachable(first.virtual());
    authentic(other, show(other));
    assertThat(authentic(home, show(home))).as("a straggler").isEmpty();
    assertThat(show(other).virtual()).isEqualTo(ANCHOR);
    now += 51 * MILLI;
    assertThat(authentic(home, show(home))).containsExactly(new AnchorAction.Follow(home, false));
  }

  @Test
  void theClientIsAskedToLeaveBeforeThePathsRunOutAndAbandonedAfterwards() {
    List<AnchorAction> all = new ArrayList<>();
    for (int port = 3000; port < 3000 + AddressAnchor.MAX_PATHS - 1; port++) {
      ClientPath next = path("192.0.2.1", port);
      Showing how = show(next);
      paths.put(how.virtual(), new PathView(false, true, false, false, 0));
      all.addAll(authentic(next, how));
      reachable(how.virtual());
      all.addAll(authentic(next, show(next)));
      assertThat(anchor.current()).isEqualTo(next);
    }
    assertThat(all.stream().filter(AnchorAction.GoAway.class::isInstance)).hasSize(1);
    ClientPath last = path("192.0.2.1", 9999);
    assertThat(show(last)).isEqualTo(new Showing(ANCHOR, true));
    assertThat(anchor.shown(last, show(last), id, false, 40, views, now)).isEmpty();
    assertThat(authentic(last, show(last))).containsExactly(new AnchorAction.Abandon(last));
  }

  @Test
  void inTheHandshakeAnswersGoWhereTheClientIsWithinThreeTimesWhatCame() {
    AddressAnchor young = new AddressAnchor(ANCHOR, home);
    Showing how = young.show(other, true, id, views, now);
    assertThat(how).isEqualTo(new Showing(ANCHOR, true));
    young.shown(other, how, id, false, 1200, views, now);
    assertThat(young.route(ANCHOR, CHALLENGE, 1200, now)).isEqualTo(home);
    young.shown(other, how, id, true, 1200, views, now);
    assertThat(young.route(ANCHOR, CHALLENGE, 3600, now)).isEqualTo(other);
    assertThat(young.route(ANCHOR, CHALLENGE, 1, now)).isEqualTo(home);
    assertThat(young.current()).as("it is not validated").isEqualTo(home);
  }

  /** The library cannot send at all while it probes a path under an id that the client retired. */
  @Test
  void aPathThatIsStillProbedIsShownTheClientsNextId() {
    Showing first = firstFrom(other);
    assertThat(show(other)).isEqualTo(new Showing(ANCHOR, true));
    id = ByteBuffer.wrap(new byte[] {2});
    Showing next = show(other);
    assertThat(next).isEqualTo(new Showing(first.virtual(), true));
    authentic(other, next);
    assertThat(show(other)).isEqualTo(new Showing(ANCHOR, true));
  }

  @Test
  void forgedIdsDoNotCountAsShown() {
    Showing first = firstFrom(other);
    ByteBuffer real = ByteBuffer.wrap(new byte[] {2});
    id = real;
    anchor.shown(other, show(other), id, false, 1200, views, now);
    assertThat(show(other)).isEqualTo(new Showing(first.virtual(), true));
  }

  @Test
  void aReachablePathThatIsProbedForItsSizeIsShownTheNextIdFromTheNewAddressToo() {
    Showing first = firstFrom(other);
    paths.put(first.virtual(), new PathView(true, true, false, false, 0));
    authentic(other, show(other));
    assertThat(anchor.current()).isEqualTo(other);
    id = ByteBuffer.wrap(new byte[] {2});
    assertThat(show(other)).isEqualTo(new Showing(first.virtual(), true));
    paths.put(first.virtual(), new PathView(true, true, false, true, 0));
    assertThat(show(other)).isEqualTo(new Showing(ANCHOR, false));
  }
}

package io.scalws.agent.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.scalws.agent.listen.GenerationPlanner.SocketPlan;
import io.scalws.protocol.socket.GenerationId;
import io.scalws.protocol.socket.SocketIdentity;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SocketTableTest {
  private static final GenerationId ONE = new GenerationId(1);
  private static final GenerationId TWO = new GenerationId(2);
  private static final SocketIdentity A = identity("tcp/0.0.0.0:80");
  private static final SocketIdentity B = identity("tcp/0.0.0.0:81");
  private static final SocketIdentity C = identity("udp/0.0.0.0:81");

  private static SocketIdentity identity(String text) {
    return SocketIdentity.parse(text).orElseThrow();
  }

  private static SortedSet<SocketIdentity> set(SocketIdentity... identities) {
    return new TreeSet<>(List.of(identities));
  }

  private static SocketTable serving() {
    return SocketTable.EMPTY.prepared(A, 11, ONE).prepared(B, 12, ONE).published(ONE);
  }

  private static SocketState state(SocketTable table, SocketIdentity identity) {
    return table.entry(identity).orElseThrow().state();
  }

  @Test
  void aSocketIsPreparedUntilItsGenerationIsPublished() {
    SocketTable table = SocketTable.EMPTY.prepared(A, 11, ONE);
    assertThat(state(table, A)).isEqualTo(SocketState.PREPARED);
    assertThat(state(table.published(ONE), A)).isEqualTo(SocketState.ACTIVE);
  }

  @Test
  void aSharedSocketKeepsItsInodeAndNumber() {
    SocketTable table = serving().shared(set(A), TWO).published(TWO);
    assertThat(table.entry(A)).contains(entry(0, 11, SocketState.ACTIVE, ONE, TWO));
    assertThat(table.entry(B)).contains(entry(1, 12, SocketState.DRAINING, ONE));
  }

  @Test
  void aSocketGoesWithTheLastGenerationThatUsedIt() {
    SocketTable table = serving().shared(set(A), TWO).published(TWO).without(ONE);
    assertThat(table.entries()).containsOnlyKeys(A);
    assertThat(table.of(TWO)).containsExactly(A);
  }

  @Test
  void numbersAreNeverUsedTwice() {
    SocketTable table = serving().without(ONE).prepared(C, 13, TWO);
    assertThat(table.entry(C).orElseThrow().number()).isEqualTo(2);
    assertThat(table.prepared(A, 9, 14, TWO).nextNumber()).isEqualTo(10);
  }

  @Test
  void onlyPublishedSocketsRefuse() {
    SocketTable table = serving().prepared(C, 13, TWO).refusing(true);
    assertThat(state(table, A)).isEqualTo(SocketState.REFUSING);
    assertThat(state(table, C)).isEqualTo(SocketState.PREPARED);
    assertThat(table.refusing(false)).isEqualTo(serving().prepared(C, 13, TWO));
  }

  @Test
  void aGenerationThatIsRaisedKeepsItsSockets() {
    assertThat(serving().renamed(ONE, TWO).of(TWO)).containsExactly(A, B);
  }

  @Test
  void aNewGenerationBindsOnlyWhatIsNotThere() {
    assertThat(GenerationPlanner.plan(serving(), set(A, C)))
        .isEqualTo(new SocketPlan.Possible(set(C), set(A)));
  }

  @Test
  void whatOverlapsALiveSocketIsRefusedWithTheReason() {
    assertThat(GenerationPlanner.plan(serving(), set(identity("tcp/10.0.0.1:80"))))
        .isEqualTo(
            new SocketPlan.Impossible(
                List.of(
                    "tcp/10.0.0.1:80 overlaps tcp/0.0.0.0:80, which is still in use; remove that"
                        + " one first, wait until its instances have drained, then add the new"
                        + " one")));
  }

  private static SocketTable.Entry entry(
      int number, long inode, SocketState state, GenerationId... generations) {
    return new SocketTable.Entry(number, inode, state, new TreeSet<>(List.of(generations)));
  }
}

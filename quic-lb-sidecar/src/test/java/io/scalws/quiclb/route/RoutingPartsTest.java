package io.scalws.quiclb.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.AgentMessage.Owners;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RoutingPartsTest {
  @Test
  void theKeyedHashIsSipHash() {
    // The vector of the SipHash paper, appendix A.
    byte[] input = new byte[15];
    for (int i = 0; i < input.length; i++) {
      input[i] = (byte) i;
    }
    KeyedHash hash = new KeyedHash(0x0706050403020100L, 0x0f0e0d0c0b0a0908L);
    assertThat(hash.of(MemorySegment.ofArray(input), 0, input.length, 0))
        .isEqualTo(0xa129ca6149be45e5L);
  }

  @Property
  void theKeyedHashDependsOnEveryOctetTheLengthTheContextAndTheKey(
      @ForAll @Size(min = 1, max = 20) byte[] octets, @ForAll @IntRange(max = 65_535) int context) {
    KeyedHash hash = new KeyedHash(1, 2);
    MemorySegment memory = MemorySegment.ofArray(octets.clone());
    long value = hash.of(memory, 0, octets.length, context);
    assertThat(hash.of(memory, 0, octets.length, context + 1)).isNotEqualTo(value);
    assertThat(hash.of(memory, 0, octets.length - 1, context)).isNotEqualTo(value);
    assertThat(new KeyedHash(1, 3).of(memory, 0, octets.length, context)).isNotEqualTo(value);
    for (int i = 0; i < octets.length; i++) {
      byte[] other = octets.clone();
      other[i]++;
      assertThat(hash.of(MemorySegment.ofArray(other), 0, octets.length, context))
          .isNotEqualTo(value);
    }
  }

  @Property
  void anInstanceThatComesTakesOnlyItsOwnShare(@ForAll long hash, @ForAll long newcomer) {
    OwnerTable owners = new OwnerTable();
    for (int i = 0; i < 5; i++) {
      owners.register(new ServerId(0, 0, i), List.of(1), 0);
    }
    int before = owners.place(hash, 1, 0);
    int slot = owners.register(ServerId.ofLong(newcomer | 1L << 60), List.of(1), 0).orElseThrow();
    assertThat(owners.place(hash, 1, 0)).isIn(before, slot);
    owners.remove(slot);
    assertThat(owners.place(hash, 1, 0)).isEqualTo(before);
  }

  @Property
  void aPinIsFoundUntilItsTimeIsOver(
      @ForAll long hash, @ForAll long owner, @ForAll @IntRange(max = 20_000) int later) {
    InitialPins pins = new InitialPins(64);
    pins.pin(hash, owner, 0);
    int place = pins.find(hash, later);
    if (later <= InitialPins.LIFETIME_MILLIS) {
      assertThat(pins.ownerAt(place)).isEqualTo(owner);
    } else {
      assertThat(place).isEqualTo(-1);
    }
  }

  @Property(tries = 50)
  void pinsBehaveAsAMapThatForgetsOnlyWhatIsOldestInItsSet(
      @ForAll @Size(min = 1, max = 400) List<@IntRange(max = 300) Integer> hashes) {
    InitialPins pins = new InitialPins(64);
    Map<Long, Long> model = new HashMap<>();
    long now = 0;
    for (int value : hashes) {
      long hash = value * 0x9e3779b97f4a7c15L;
      long owner = now;
      pins.pin(hash, owner, now);
      model.put(hash, owner);
      // What was pinned last is always found, and nothing is found that was not pinned.
      assertThat(pins.ownerAt(pins.find(hash, now))).isEqualTo(owner);
      now++;
    }
    long found = 0;
    for (Map.Entry<Long, Long> pin : model.entrySet()) {
      int place = pins.find(pin.getKey(), now);
      if (place >= 0) {
        assertThat(pins.ownerAt(place)).isEqualTo(pin.getValue());
        found++;
      }
    }
    assertThat(model.size() - found).isLessThanOrEqualTo(pins.evicted());
  }

  @Test
  void aFloodOfPinsTakesNoMemoryAndIsCounted() {
    InitialPins pins = new InitialPins(64);
    for (long i = 0; i < 100_000; i++) {
      pins.pin(i * 0x9e3779b97f4a7c15L, i, 0);
    }
    assertThat(pins.evicted()).isEqualTo(100_000 - 64);
  }

  @Test
  void theNumberOfPinsIsAPowerOfTwo() {
    assertThatThrownBy(() -> new InitialPins(100)).hasMessageContaining("powers of two");
  }

  @Test
  void theTableTakesAnIdOnceAndIsBounded() {
    OwnerTable owners = new OwnerTable();
    for (int i = 0; i < OwnerTable.CAPACITY; i++) {
      assertThat(owners.register(new ServerId(0, 0, i), List.of(), 0)).isPresent();
      assertThat(owners.register(new ServerId(0, 0, i), List.of(), 0)).isEmpty();
    }
    assertThat(owners.register(new ServerId(0, 1, 0), List.of(), 0)).isEmpty();
    owners.remove(17);
    assertThat(owners.register(new ServerId(0, 1, 0), List.of(), 0)).hasValue(17);
    assertThat(owners.registered()).hasSize(OwnerTable.CAPACITY);
  }

  @Test
  void itIsCompleteWhenEveryoneWhomTheAgentExpectsIsThere() {
    OwnerTable owners = new OwnerTable();
    assertThat(owners.isComplete()).isFalse();
    owners.learn(new Owners(0, 1, 3, List.of(new ServerId(0, 1, 1), new ServerId(0, 1, 2))));
    owners.register(new ServerId(0, 1, 1), List.of(), 0);
    assertThat(owners.isComplete()).isFalse();
    owners.register(new ServerId(0, 1, 2), List.of(4), 0);
    assertThat(owners.isComplete()).isTrue();
    assertThat(owners.placeable(0)).containsExactly(new ServerId(0, 1, 2));
    assertThat(owners.placeable(751)).isEmpty();
  }
}

package io.scalws.protocol.cid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class CidCodecTest {
  private static final byte[] KEY = HexFormat.of().parseHex("8f95f09245765f80256934e50c66207f");

  @Test
  void isTheDraftsVectorOfSixteenOctets() {
    ServerId serverId = ServerId.parse("ed793a51d49b8f5f").orElseThrow();
    CidCodec codec = new CidCodec(CidKey.of(2, KEY));
    byte[] cid = codec.encode(serverId, 0xee080dbf48c0d1e5L);
    assertThat(HexFormat.of().formatHex(cid)).isEqualTo("504dd2d05a7b0de9b2b9907afb5ecf8cc3");
    assertThat(codec.decode(cid)).contains(serverId);
  }

  @Property
  void agreesWithTheGeneralCodec(
      @ForAll long serverId,
      @ForAll long nonce,
      @ForAll @IntRange(max = 6) int rotation,
      @ForAll @Size(16) byte[] keyOctets) {
    CidKey key = CidKey.of(rotation, keyOctets);
    byte[] cid = new CidCodec(key).encode(ServerId.ofLong(serverId), nonce);
    assertThat(cid)
        .isEqualTo(
            QuicLbCodec.encrypted(key, CidFormat.SCALWS).encode(octets(serverId), octets(nonce)));
    assertThat(new CidCodec(key).decode(cid)).contains(ServerId.ofLong(serverId));
    assertThat(CidCodec.rotationOf(cid[0])).isEqualTo(rotation);
  }

  @Test
  void doesNotDecodeAnotherLengthOrRotation() {
    CidCodec codec = new CidCodec(CidKey.of(2, KEY));
    byte[] cid = codec.encode(new ServerId(1, 2, 3), 4);
    assertThat(codec.decode(Arrays.copyOf(cid, 16))).isEmpty();
    assertThat(codec.decode(Arrays.copyOf(cid, 18))).isEmpty();
    assertThat(codec.decode(new byte[0])).isEmpty();
    assertThat(new CidCodec(CidKey.of(3, KEY)).decode(cid)).isEmpty();
  }

  @Test
  void aBatchDecodesIdsOfSeveralKeysWherePlacesWereGiven() {
    byte[] otherKey = new byte[16];
    CidCodec old = new CidCodec(CidKey.of(0, KEY));
    CidCodec current = new CidCodec(CidKey.of(6, otherKey));
    CidBatch batch = new CidBatch(List.of(CidKey.of(0, KEY), CidKey.of(6, otherKey)), 4);

    for (int round = 0; round < 3; round++) {
      batch.clear();
      int first = batch.add(MemorySegment.ofArray(old.encode(new ServerId(1, 2, round), 9)), 0);
      int second = batch.add(MemorySegment.ofArray(current.encode(new ServerId(1, 2, 7), 9)), 0);
      int third = batch.add(MemorySegment.ofArray(current.encode(new ServerId(1, 2, 8), 9)), 0);
      batch.decrypt();
      assertThat(ServerId.ofLong(batch.serverId(first))).isEqualTo(new ServerId(1, 2, round));
      assertThat(ServerId.ofLong(batch.serverId(second))).isEqualTo(new ServerId(1, 2, 7));
      assertThat(ServerId.ofLong(batch.serverId(third))).isEqualTo(new ServerId(1, 2, 8));
    }
  }

  @Test
  void aBatchTakesNoIdOfAnUnknownKeyOrLength() {
    CidBatch batch = new CidBatch(List.of(CidKey.of(0, KEY)), 1);
    byte[] cid = new CidCodec(CidKey.of(1, KEY)).encode(new ServerId(1, 2, 3), 4);
    assertThat(batch.add(MemorySegment.ofArray(cid), 0)).isEqualTo(CidBatch.NOT_OURS);
    cid[0] = 15;
    assertThat(batch.add(MemorySegment.ofArray(cid), 0)).isEqualTo(CidBatch.NOT_OURS);
    cid[0] = (byte) 0xf0;
    assertThat(batch.add(MemorySegment.ofArray(cid), 0)).isEqualTo(CidBatch.NOT_OURS);
  }

  @Test
  void aBatchRefusesTwoKeysOfOneRotationAndMoreThanItHolds() {
    CidKey key = CidKey.of(0, KEY);
    assertThatThrownBy(() -> new CidBatch(List.of(key, key), 1)).hasMessageContaining("rotation 0");
    CidBatch batch = new CidBatch(List.of(key), 1);
    MemorySegment cid = MemorySegment.ofArray(new CidCodec(key).encode(new ServerId(1, 2, 3), 4));
    batch.add(cid, 0);
    assertThatThrownBy(() -> batch.add(cid, 0)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aBatchAllocatesNothing() {
    CidKey key = CidKey.of(0, KEY);
    MemorySegment cid = MemorySegment.ofArray(new CidCodec(key).encode(new ServerId(1, 2, 3), 4));
    CidBatch batch = new CidBatch(List.of(key), 64);
    long sum = 0;
    for (int warm = 0; warm < 20_000; warm++) {
      sum += decode(batch, cid);
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int round = 0; round < 1_000; round++) {
      sum += decode(batch, cid);
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(sum).isNotZero();
    // 64,000 ids; what remains is the measurement itself.
    assertThat(allocated).isLessThan(64_000);
  }

  private static long decode(CidBatch batch, MemorySegment cid) {
    batch.clear();
    for (int i = 0; i < 64; i++) {
      batch.add(cid, 0);
    }
    batch.decrypt();
    return batch.serverId(63);
  }

  @Test
  void aKeyIsNotShownByItsText() {
    assertThat(CidKey.of(3, KEY)).hasToString("CidKey[rotation=3]");
  }

  private static byte[] octets(long value) {
    return ByteBuffer.allocate(8).putLong(value).array();
  }
}

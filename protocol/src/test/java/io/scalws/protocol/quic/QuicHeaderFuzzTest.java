package io.scalws.protocol.quic;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Whatever arrives on a UDP port. The normal build runs the seeds; {@code JAZZER_FUZZ=1} searches.
 */
class QuicHeaderFuzzTest {
  private static final VersionNegotiation NEGOTIATION =
      new VersionNegotiation(List.of(QuicVersion.V1));

  @FuzzTest
  void scansAnyDatagram(byte[] datagram) {
    MemorySegment memory = MemorySegment.ofArray(datagram);
    HeaderScan scan = new HeaderScan(17);
    HeaderScan.Form form = scan.scan(memory, 0, datagram.length);
    if (form != HeaderScan.Form.MALFORMED) {
      assertThat(scan.dcidOffset() + scan.dcidLength()).isLessThanOrEqualTo(datagram.length);
    }
    if (form == HeaderScan.Form.LONG) {
      assertThat(scan.bodyOffset()).isLessThanOrEqualTo(datagram.length);
      long token = InitialToken.length(memory, scan.bodyOffset(), datagram.length);
      assertThat(token).isLessThan(datagram.length);
      byte[] answer = new byte[NEGOTIATION.maximumLength()];
      int length = NEGOTIATION.write(scan, memory, 0x7f, MemorySegment.ofArray(answer), 0);
      assertThat(length).isEqualTo(7 + scan.dcidLength() + scan.scidLength() + 8);
    }
  }
}

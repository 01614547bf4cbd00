package io.scalws.protocol.quic;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Parses the version-independent header of a datagram's first packet into a value (RFC 8999). Where
 * no object may be made, the {@link HeaderScan} beneath it tells the same.
 *
 * @param shortDcidLength of the ids that the receiver issues, in octets
 */
public record QuicHeaderParser(int shortDcidLength) {

  public QuicHeader parse(MemorySegment datagram) {
    HeaderScan scan = new HeaderScan(shortDcidLength);
    return switch (scan.scan(datagram, 0, datagram.byteSize())) {
      case LONG ->
          new QuicHeader.Long(
              scan.firstOctet(),
              scan.version(),
              cid(datagram, scan.dcidOffset(), scan.dcidLength()),
              cid(datagram, scan.scidOffset(), scan.scidLength()));
      case SHORT -> new QuicHeader.Short(cid(datagram, scan.dcidOffset(), scan.dcidLength()));
      case MALFORMED -> new QuicHeader.Malformed(scan.reason());
    };
  }

  private static ConnectionId cid(MemorySegment datagram, long offset, int length) {
    return ConnectionId.of(datagram.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE));
  }
}

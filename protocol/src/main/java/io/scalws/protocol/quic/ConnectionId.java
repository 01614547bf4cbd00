package io.scalws.protocol.quic;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * A connection id as it stands in a packet: 0 to 255 octets, because RFC 8999 section 5.3 bounds it
 * no further.
 */
public final class ConnectionId {
  private final byte[] octets;

  private ConnectionId(byte[] octets) {
    this.octets = octets;
  }

  /**
   * @param octets 0 to 255 octets; copied
   */
  public static ConnectionId of(byte[] octets) {
    if (octets.length > 255) {
      throw new IllegalArgumentException(
          "a connection id has 255 octets at most, not " + octets.length);
    }
    return new ConnectionId(octets.clone());
  }

  public int length() {
    return octets.length;
  }

  /** A copy. */
  public byte[] octets() {
    return octets.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ConnectionId that && Arrays.equals(octets, that.octets);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(octets);
  }

  /** Hexadecimal digits. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(octets);
  }
}

package io.scalws.server.quic;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/**
 * The made-up addresses under which connections are shown to the QUIC library: {@code 100::/64},
 * the discard-only prefix (RFC 6666), and a number. They never reach a wire.
 */
final class VirtualAddresses {
  private static final long PREFIX = 0x0100_0000_0000_0000L;
  private static final int PORT = 1;
  private static final int LENGTH = 16;

  private VirtualAddresses() {}

  static InetSocketAddress of(long number) {
    byte[] octets = ByteBuffer.allocate(LENGTH).putLong(PREFIX).putLong(number).array();
    try {
      // The scope id makes it equal to what the library hands back.
      return new InetSocketAddress(Inet6Address.getByAddress(null, octets, 0), PORT);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address of " + LENGTH + " octets", e);
    }
  }

  /** The number of a made-up address; -1 for a real one. */
  static long numberOf(InetSocketAddress address) {
    return numberOf(address.getAddress());
  }

  static long numberOf(InetAddress address) {
    byte[] octets = address.getAddress();
    if (octets.length != LENGTH) {
      return -1;
    }
    ByteBuffer buffer = ByteBuffer.wrap(octets);
    return buffer.getLong() == PREFIX ? buffer.getLong() : -1;
  }
}

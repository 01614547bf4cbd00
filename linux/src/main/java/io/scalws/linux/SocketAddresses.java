package io.scalws.linux;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;

/**
 * {@code struct sockaddr_in} and {@code sockaddr_in6} (ip(7), ipv6(7)).
 *
 * <pre>
 *   in:  family (2, host order) | port (2) | address (4)  | zero (8)
 *   in6: family (2, host order) | port (2) | flow (4)     | address (16) | scope (4, host order)
 * </pre>
 */
final class SocketAddresses {
  static final int AF_INET = 2;
  static final int AF_INET6 = 10;

  static final int IPV4_LENGTH = 16;
  static final int IPV6_LENGTH = 28;

  static final long PORT = 2;
  static final long IPV4_ADDRESS = 4;
  static final long IPV6_ADDRESS = 8;
  static final long IPV6_SCOPE = 24;

  static final ValueLayout.OfShort BIG_SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private SocketAddresses() {}

  static int family(InetSocketAddress address) {
    return address.getAddress() instanceof Inet6Address ? AF_INET6 : AF_INET;
  }

  /** Writes the structure and returns its length. */
  static int write(InetSocketAddress address, MemorySegment to, long offset) {
    byte[] octets = address.getAddress().getAddress();
    boolean ipv6 = octets.length == 16;
    int length = ipv6 ? IPV6_LENGTH : IPV4_LENGTH;
    to.asSlice(offset, length).fill((byte) 0);
    to.set(ValueLayout.JAVA_SHORT, offset, (short) (ipv6 ? AF_INET6 : AF_INET));
    to.set(BIG_SHORT, offset + PORT, (short) address.getPort());
    MemorySegment.copy(
        octets,
        0,
        to,
        ValueLayout.JAVA_BYTE,
        offset + (ipv6 ? IPV6_ADDRESS : IPV4_ADDRESS),
        octets.length);
    if (address.getAddress() instanceof Inet6Address inet6) {
      to.set(ValueLayout.JAVA_INT, offset + IPV6_SCOPE, inet6.getScopeId());
    }
    return length;
  }

  static InetSocketAddress read(MemorySegment from, long offset) {
    boolean ipv6 = from.get(ValueLayout.JAVA_SHORT, offset) == AF_INET6;
    byte[] octets =
        from.asSlice(offset + (ipv6 ? IPV6_ADDRESS : IPV4_ADDRESS), ipv6 ? 16 : 4)
            .toArray(ValueLayout.JAVA_BYTE);
    int port = from.get(BIG_SHORT, offset + PORT) & 0xffff;
    try {
      return new InetSocketAddress(InetAddress.getByAddress(octets), port);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address of " + octets.length + " octets", e);
    }
  }

  /** {@code [::]:443} or {@code 0.0.0.0:443}. */
  static String text(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    boolean ipv6 = address.getAddress() instanceof Inet6Address;
    if (ipv6) {
      // The JDK writes every group; messages want the short form of the usual cases.
      host = host.replaceFirst("^(0:){7}", "::").replaceFirst("%.*", "");
      host = host.equals("::0") ? "::" : host;
    }
    return (ipv6 ? "[" + host + "]" : host) + ":" + address.getPort();
  }
}

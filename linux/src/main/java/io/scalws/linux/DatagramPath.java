package io.scalws.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Where a datagram goes and from which of our addresses, ready for the kernel: made once for each
 * peer and used for many datagrams. Mutable, so that a hot path can reuse one; one owner thread.
 */
public final class DatagramPath {
  private final MemorySegment addresses = Arena.ofAuto().allocate(32, 8);
  private boolean ipv6;
  private boolean chooseSource;
  private int port;
  private int interfaceIndex;

  /** A path that must be {@link #set}. */
  public DatagramPath() {}

  /**
   * From {@code source} to {@code destination}, both IPv4 or both IPv6.
   *
   * @param interfaceIndex of a link-local destination; else 0
   */
  public static DatagramPath between(
      InetAddress source, InetSocketAddress destination, int interfaceIndex) {
    DatagramPath path = new DatagramPath();
    byte[] from = source.getAddress();
    byte[] to = destination.getAddress().getAddress();
    if (from.length != to.length) {
      throw new IllegalArgumentException(
          "no datagram goes from " + source + " to " + destination + ": the families differ");
    }
    MemorySegment.copy(to, 0, path.addresses, ValueLayout.JAVA_BYTE, 0, to.length);
    MemorySegment.copy(from, 0, path.addresses, ValueLayout.JAVA_BYTE, 16, from.length);
    path.ipv6 = to.length == 16;
    path.port = destination.getPort();
    path.interfaceIndex = interfaceIndex;
    path.chooseSource = !source.isAnyLocalAddress();
    return path;
  }

  /**
   * Sets both addresses from memory, 16 octets each, an IPv4 one in the first 4; allocates nothing.
   *
   * @param to offset of the destination's address
   * @param from offset of the address of ours that it leaves from
   */
  public void set(
      MemorySegment memory, long to, long from, boolean ipv6, int port, int interfaceIndex) {
    MemorySegment.copy(memory, to, addresses, 0, 16);
    MemorySegment.copy(memory, from, addresses, 16, 16);
    this.ipv6 = ipv6;
    this.port = port;
    this.interfaceIndex = interfaceIndex;
    chooseSource = true;
  }

  /** Writes a socket address and returns its length. */
  int writeDestination(MemorySegment names, long at) {
    names.set(SocketAddresses.BIG_SHORT, at + SocketAddresses.PORT, (short) port);
    if (!ipv6) {
      names.set(ValueLayout.JAVA_SHORT, at, (short) SocketAddresses.AF_INET);
      MemorySegment.copy(addresses, 0, names, at + SocketAddresses.IPV4_ADDRESS, 4);
      return SocketAddresses.IPV4_LENGTH;
    }
    names.set(ValueLayout.JAVA_SHORT, at, (short) SocketAddresses.AF_INET6);
    names.set(ValueLayout.JAVA_INT, at + 4, 0);
    MemorySegment.copy(addresses, 0, names, at + SocketAddresses.IPV6_ADDRESS, 16);
    names.set(
        ValueLayout.JAVA_INT, at + SocketAddresses.IPV6_SCOPE, isLinkLocal(0) ? interfaceIndex : 0);
    return SocketAddresses.IPV6_LENGTH;
  }

  /** Writes the control message that chooses the source and returns where it ends. */
  long writeSource(MemorySegment controls, long at) {
    if (!chooseSource) {
      return at;
    }
    long data = at + ControlMessage.HEADER_LENGTH;
    if (!ipv6) {
      // struct in_pktinfo: ip(7) takes the source from ipi_spec_dst; index 0 lets routing decide.
      long end = ControlMessage.begin(controls, at, ControlMessage.IPV4_PACKET_INFO, 12);
      MemorySegment.copy(addresses, 16, controls, data + 4, 4);
      return end;
    }
    long end = ControlMessage.begin(controls, at, ControlMessage.IPV6_PACKET_INFO, 20);
    MemorySegment.copy(addresses, 16, controls, data, 16);
    controls.set(ValueLayout.JAVA_INT, data + 16, isLinkLocal(16) ? interfaceIndex : 0);
    return end;
  }

  private boolean isLinkLocal(long at) {
    // RFC 4291 section 2.5.6: fe80::/10.
    return addresses.get(ValueLayout.JAVA_BYTE, at) == (byte) 0xfe
        && (addresses.get(ValueLayout.JAVA_BYTE, at + 1) & 0xc0) == 0x80;
  }
}

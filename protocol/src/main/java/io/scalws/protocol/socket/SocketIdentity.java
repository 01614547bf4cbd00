package io.scalws.protocol.socket;

import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.Optional;

/**
 * What makes two listening sockets the same one across generations: transport and bound address
 * (ADR-0037). Canonical text: {@code tcp/0.0.0.0:443}, {@code udp/[::]:8443}. An IPv6 identity is
 * always bound with IPV6_V6ONLY, so {@code 0.0.0.0} and {@code ::} of one port do not overlap.
 *
 * @param port 1 to 65535
 */
public record SocketIdentity(Transport transport, IpAddress address, int port)
    implements Comparable<SocketIdentity> {

  private static final Comparator<SocketIdentity> ORDER =
      Comparator.comparing(SocketIdentity::transport)
          .thenComparingInt(SocketIdentity::port)
          .thenComparing(identity -> identity.address().isIpv6())
          .thenComparing(identity -> identity.address().toString());

  public SocketIdentity {
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException("a port is 1 to 65535, not " + port);
    }
  }

  /** Parses canonical text; empty if the text is not exactly what {@link #toString} gives. */
  public static Optional<SocketIdentity> parse(String text) {
    int slash = text.indexOf('/');
    int colon = text.lastIndexOf(':');
    if (slash < 0 || colon < slash) {
      return Optional.empty();
    }
    String port = text.substring(colon + 1);
    if (!port.matches("[1-9][0-9]{0,4}") || Integer.parseInt(port) > 65535) {
      return Optional.empty();
    }
    String host = text.substring(slash + 1, colon);
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    String bare = bracketed ? host.substring(1, host.length() - 1) : host;
    for (Transport transport : Transport.values()) {
      if (text.substring(0, slash).equals(transport.text())) {
        return IpAddress.parse(bare)
            .map(address -> new SocketIdentity(transport, address, Integer.parseInt(port)))
            .filter(identity -> identity.toString().equals(text));
      }
    }
    return Optional.empty();
  }

  /**
   * Whether both can not be bound at once: same transport, port and family, and one address covers
   * the other. Equal identities overlap.
   */
  public boolean overlaps(SocketIdentity other) {
    return transport == other.transport
        && port == other.port
        && address.isIpv6() == other.address.isIpv6()
        && (address.equals(other.address) || address.isAny() || other.address.isAny());
  }

  public InetSocketAddress toInetSocketAddress() {
    return new InetSocketAddress(address.toInetAddress(), port);
  }

  @Override
  public int compareTo(SocketIdentity other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    String host = address.isIpv6() ? "[" + address + "]" : address.toString();
    return transport.text() + "/" + host + ":" + port;
  }
}

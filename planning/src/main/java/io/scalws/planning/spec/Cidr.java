package io.scalws.planning.spec;

import io.scalws.protocol.socket.IpAddress;
import java.util.Optional;

/**
 * A block of addresses.
 *
 * @param network its first address
 * @param prefixLength how many leading bits its addresses share
 */
public record Cidr(IpAddress network, int prefixLength) {
  public Cidr {
    if (prefixLength < 0 || prefixLength > network.octets().length * 8) {
      throw new IllegalArgumentException("a prefix of " + prefixLength + " bits");
    }
    if (!network.equals(masked(network, prefixLength))) {
      throw new IllegalArgumentException(network + " has bits behind its prefix");
    }
  }

  /**
   * Parses {@code ADDRESS/LENGTH}; a bare address is a block of one. Empty if the text is anything
   * else, or if bits behind the prefix are set.
   */
  public static Optional<Cidr> parse(String text) {
    int slash = text.indexOf('/');
    String address = slash < 0 ? text : text.substring(0, slash);
    Optional<IpAddress> network = IpAddress.parse(address);
    if (network.isEmpty()) {
      return Optional.empty();
    }
    int bits = network.get().octets().length * 8;
    if (slash < 0) {
      return Optional.of(new Cidr(network.get(), bits));
    }
    String length = text.substring(slash + 1);
    if (!length.matches("0|[1-9][0-9]{0,2}") || Integer.parseInt(length) > bits) {
      return Optional.empty();
    }
    int prefix = Integer.parseInt(length);
    return Optional.of(network.get())
        .filter(found -> found.equals(masked(found, prefix)))
        .map(found -> new Cidr(found, prefix));
  }

  public boolean contains(IpAddress address) {
    return address.isIpv6() == network.isIpv6() && masked(address, prefixLength).equals(network);
  }

  private static IpAddress masked(IpAddress address, int bits) {
    byte[] octets = address.octets();
    for (int i = 0; i < octets.length; i++) {
      int kept = Math.clamp(bits - 8L * i, 0, 8);
      octets[i] &= (byte) (0xff00 >> kept);
    }
    return IpAddress.of(octets);
  }

  @Override
  public String toString() {
    return network + "/" + prefixLength;
  }
}

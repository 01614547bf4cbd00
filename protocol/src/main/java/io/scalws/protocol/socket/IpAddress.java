package io.scalws.protocol.socket;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;

/**
 * An IPv4 or IPv6 address, 4 or 16 octets in network order. Never resolves a name. Text is RFC 5952
 * without brackets. An IPv4-mapped IPv6 address is kept as the IPv4 address it maps.
 */
public final class IpAddress {
  public static final IpAddress ANY_IPV4 = new IpAddress(new byte[4]);
  public static final IpAddress ANY_IPV6 = new IpAddress(new byte[16]);

  private final byte[] octets;

  private IpAddress(byte[] octets) {
    this.octets = octets;
  }

  /**
   * @param octets 4 or 16 octets in network order; copied
   * @throws IllegalArgumentException for any other length
   */
  public static IpAddress of(byte[] octets) {
    if (octets.length != 4 && octets.length != 16) {
      throw new IllegalArgumentException(
          "an IP address has 4 or 16 octets, not " + octets.length + " octets");
    }
    return new IpAddress(isMapped(octets) ? Arrays.copyOfRange(octets, 12, 16) : octets.clone());
  }

  public static IpAddress of(InetAddress address) {
    return of(address.getAddress());
  }

  /** Parses the text form of an address (no brackets, no zone, no name); empty if it is none. */
  public static Optional<IpAddress> parse(String text) {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    boolean v6 = text.indexOf(':') >= 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      boolean hex = v6 && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == ':');
      if (!digit && !hex && c != '.') {
        return Optional.empty();
      }
    }
    if (!v6) {
      return parseIpv4(text);
    }
    try {
      // Only hexadecimal digits, colons and dots are left: a literal, so nothing is looked up.
      return Optional.of(of(InetAddress.getByName("[" + text + "]")));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  private static Optional<IpAddress> parseIpv4(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 4) {
      return Optional.empty();
    }
    byte[] octets = new byte[4];
    for (int i = 0; i < 4; i++) {
      String part = parts[i];
      boolean leadingZero = part.length() > 1 && part.charAt(0) == '0';
      if (part.isEmpty() || part.length() > 3 || leadingZero) {
        return Optional.empty();
      }
      int value = Integer.parseInt(part);
      if (value > 255) {
        return Optional.empty();
      }
      octets[i] = (byte) value;
    }
    return Optional.of(new IpAddress(octets));
  }

  private static boolean isMapped(byte[] octets) {
    if (octets.length != 16 || octets[10] != (byte) 0xff || octets[11] != (byte) 0xff) {
      return false;
    }
    for (int i = 0; i < 10; i++) {
      if (octets[i] != 0) {
        return false;
      }
    }
    return true;
  }

  public boolean isIpv6() {
    return octets.length == 16;
  }

  /** Whether this is {@code 0.0.0.0} or {@code ::}. */
  public boolean isAny() {
    for (byte octet : octets) {
      if (octet != 0) {
        return false;
      }
    }
    return true;
  }

  /** A copy of the 4 or 16 octets in network order. */
  public byte[] octets() {
    return octets.clone();
  }

  public InetAddress toInetAddress() {
    try {
      return InetAddress.getByAddress(octets);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address of " + octets.length + " octets", e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IpAddress that && Arrays.equals(octets, that.octets);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(octets);
  }

  /** RFC 5952 text. */
  @Override
  public String toString() {
    return isIpv6() ? ipv6Text() : ipv4Text();
  }

  private String ipv4Text() {
    return (octets[0] & 0xff)
        + "."
        + (octets[1] & 0xff)
        + "."
        + (octets[2] & 0xff)
        + "."
        + (octets[3] & 0xff);
  }

  private String ipv6Text() {
    int[] groups = new int[8];
    for (int i = 0; i < 8; i++) {
      groups[i] = (octets[2 * i] & 0xff) << 8 | (octets[2 * i + 1] & 0xff);
    }
    // RFC 5952 section 4.2: the longest run of zero groups, the first one of equal length, never a
    // single group.
    int bestStart = -1;
    int bestLength = 1;
    for (int i = 0; i < 8; i++) {
      int length = 0;
      while (i + length < 8 && groups[i + length] == 0) {
        length++;
      }
      if (length > bestLength) {
        bestStart = i;
        bestLength = length;
      }
      i += Math.max(0, length - 1);
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 8; i++) {
      if (i == bestStart) {
        text.append("::");
        i += bestLength - 1;
        continue;
      }
      if (!text.isEmpty() && text.charAt(text.length() - 1) != ':') {
        text.append(':');
      }
      text.append(Integer.toHexString(groups[i]));
    }
    return text.toString();
  }
}

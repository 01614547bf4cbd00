package io.scalws.server.anchor;

import java.net.InetSocketAddress;

/**
 * The two real ends of a datagram.
 *
 * @param client where it came from
 * @param server the address that the client used; replies leave from it
 * @param interfaceIndex of arrival; kept for link-local addresses only, where it is part of the
 *     address, and 0 otherwise
 */
public record ClientPath(InetSocketAddress client, InetSocketAddress server, int interfaceIndex) {
  public ClientPath {
    if (!server.getAddress().isLinkLocalAddress()) {
      interfaceIndex = 0;
    }
  }

  /** Whether only ports differ, as after most NAT rebindings. */
  public boolean sameHosts(ClientPath other) {
    return client.getAddress().equals(other.client.getAddress())
        && server.getAddress().equals(other.server.getAddress());
  }
}

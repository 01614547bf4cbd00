package io.scalws.linux;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Addresses of tests, which are literals and looked up nowhere. */
final class Loopback {
  private Loopback() {}

  static InetSocketAddress at(String host, int port) {
    return new InetSocketAddress(InetAddress.ofLiteral(host), port);
  }
}

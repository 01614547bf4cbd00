package io.scalws.server.exchange;

import java.net.InetSocketAddress;

/**
 * Where a request came from.
 *
 * @param client the client's address: for HTTP/3 the one that was last validated, never an address
 *     that the QUIC stack was merely shown
 * @param server the address that the client used
 * @param listener name of the listener in the specification
 * @param tls whether the connection is encrypted
 * @param earlyData whether the head came in 0-RTT data, which an attacker may replay (RFC 8470)
 */
public record Origin(
    InetSocketAddress client,
    InetSocketAddress server,
    String listener,
    boolean tls,
    boolean earlyData) {}

package io.scalws.server.anchor;

/**
 * How to show a datagram to the QUIC library.
 *
 * @param virtual number of the made-up address to show as its source
 * @param verify whether {@link AddressAnchor#shown} wants to know if the datagram was authentic
 */
public record Showing(long virtual, boolean verify) {}

package io.scalws.server.anchor;

/**
 * What the QUIC library thinks of one of its paths.
 *
 * @param reachable the peer has answered a PATH_CHALLENGE on it
 * @param active the library sends on it: the newest packet that was more than a probe came from it
 * @param failed validation was given up
 * @param settled no more PATH_CHALLENGE will be sent on it, whether it is usable or not
 * @param roundTripNanos smoothed round trip time
 */
public record PathView(
    boolean reachable, boolean active, boolean failed, boolean settled, long roundTripNanos) {}

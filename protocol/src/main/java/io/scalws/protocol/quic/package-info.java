/**
 * What every QUIC packet shows, whatever its version (RFC 8999), and beside it, separate, the
 * packet types of the versions 1 and 2. Pure; a {@link io.scalws.protocol.quic.HeaderScan} belongs
 * to one thread, everything else to any.
 */
package io.scalws.protocol.quic;

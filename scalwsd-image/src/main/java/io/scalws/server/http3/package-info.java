/**
 * HTTP/3: from Netty's frames to exchanges, GOAWAY, and the rules of RFC 9114 that Netty leaves to
 * the server. Owned by the event loop of the QUIC plane.
 */
package io.scalws.server.http3;

/**
 * The QUIC plane of an instance: datagrams come in from the demultiplexer (or from a socket that
 * the instance reads itself), Netty's codec decrypts, replies leave on the instance's own socket
 * from the address that the client used. Everything here is owned by one event loop per instance.
 */
package io.scalws.server.quic;

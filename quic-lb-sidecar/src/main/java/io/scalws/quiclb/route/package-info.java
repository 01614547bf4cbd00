/**
 * Which instance a datagram belongs to (DESIGN of the QUIC plane, ADR-0039). Pure: time, keys and
 * random octets come in as arguments. Everything here belongs to the one thread that reads the UDP
 * sockets, and allocates nothing for a datagram.
 */
package io.scalws.quiclb.route;

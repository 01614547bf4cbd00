/**
 * The hot path: receives datagrams from the UDP sockets, asks {@link io.scalws.quiclb.route} and
 * sends each instance its share as one message. No logging, exceptions, locks or allocation for a
 * datagram. Everything belongs to the one thread that reads; only {@link
 * io.scalws.quiclb.receive.DatagramCounters} are read by others.
 */
package io.scalws.quiclb.receive;

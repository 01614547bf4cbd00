/**
 * Life under a node agent: the sockets that it gave, and the hop by which datagrams come from
 * quic-lb. The hop has a thread that finds and registers; decisions are taken by whoever listens.
 */
package io.scalws.server.adopt;

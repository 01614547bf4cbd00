/**
 * Life under a node agent: what it gives (sockets, keys, configuration), what it asks, and the hop
 * by which datagrams come from quic-lb. The agent's connection has a receiving and a sending
 * thread, the hop one that finds and registers; decisions are taken by whoever listens to them.
 */
package io.scalws.server.adopt;

/**
 * The demultiplexer process: the only reader of the node's UDP sockets. {@link
 * io.scalws.quiclb.QuicLb} puts it together. {@link io.scalws.quiclb.DemuxLoop} is the one thread
 * that owns readers, owners, pins and outboxes; the agent's connection and the reader lock have
 * threads of their own and speak to it through its queue.
 */
package io.scalws.quiclb;

/**
 * The conductor: one thread that owns the socket table, the sockets, the children and everything
 * that is decided about them. Others put inputs into its queue and get answers by futures.
 */
package io.scalws.agent.conduct;

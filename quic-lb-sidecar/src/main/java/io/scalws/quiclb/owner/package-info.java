/**
 * The hop's control side: the socket that instances connect to, their registrations and heartbeats.
 * Owned by the thread that reads datagrams.
 */
package io.scalws.quiclb.owner;

/**
 * Binds the sockets of a generation, all or none, and keeps the descriptors. Everything here is
 * owned by the conductor's thread.
 */
package io.scalws.agent.bind;

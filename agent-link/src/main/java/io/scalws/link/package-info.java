/**
 * The connection between the node agent and its processes: whole messages of the agent protocol and
 * the descriptors that come with them, over SOCK_SEQPACKET. A connection has one receiving thread
 * and one sending thread; they may differ.
 */
package io.scalws.link;

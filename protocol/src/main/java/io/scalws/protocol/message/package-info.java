/**
 * What two processes say to each other: the agent protocol (agent and its instances and quic-lb)
 * and the hop (quic-lb and instances). Messages are values; the codecs are pure functions between
 * them and octets. Sending, receiving and file descriptors belong to the processes.
 *
 * <p>Every message but the hop's batch has this form, all numbers big-endian:
 *
 * <pre>
 *   0      1         2          4          8
 *   +------+---------+----------+----------+---------- ...
 *   | type | version | reserved | length   | fields
 *   +------+---------+----------+----------+---------- ...
 *
 *   field:  tag (2) | length (4) | value
 * </pre>
 *
 * <ul>
 *   <li>{@code version} is {@link io.scalws.protocol.message.WireFormat#VERSION}; another one is
 *       rejected. It changes only when old and new processes can not understand each other.
 *   <li>{@code reserved} is sent as 0 and not read.
 *   <li>{@code length} is that of all fields; a message that is shorter or longer is rejected.
 *   <li>A field with an unknown tag is skipped, unless the tag's highest bit marks it as critical:
 *       then the whole message is rejected. So a newer process can add to a message.
 *   <li>A missing, repeated (where one is expected) or malformed field rejects the message.
 * </ul>
 */
package io.scalws.protocol.message;

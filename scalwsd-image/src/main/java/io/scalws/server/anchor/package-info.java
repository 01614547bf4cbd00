/**
 * Keeps a QUIC connection alive while its client's address changes. The QUIC library sees each
 * connection at one made-up address that never changes, the <em>anchor</em>; {@link
 * io.scalws.server.anchor.AddressAnchor} decides where the client really is and what to show the
 * library, so that packets lost with an old address are ordinary losses on a path that is still
 * there. Pure: the owner is the event loop of the connection, time and facts about the library's
 * paths come in as arguments.
 */
package io.scalws.server.anchor;

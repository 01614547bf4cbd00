package io.scalws.server.quic;

import io.netty.buffer.ByteBuf;
import io.scalws.server.anchor.ClientPath;

/**
 * One datagram on its way in.
 *
 * @param path its real ends
 * @param content the payload, its reader index at 0 (the codec's header parser reads from index 0);
 *     writable, because it is decrypted in place
 * @param resetWanted the connection id is known dead: answer with a stateless reset, nothing else
 */
public record QuicDatagram(ClientPath path, ByteBuf content, boolean resetWanted) {}

package io.scalws.server.quic;

import io.netty.buffer.ByteBuf;
import io.scalws.protocol.cid.CidCodec;
import java.nio.ByteBuffer;

/** Where the destination connection id is (RFC 8999). For datagrams that the guard has let pass. */
final class QuicHeaders {
  private static final int LONG_DCID_LENGTH_OFFSET = 5;

  private QuicHeaders() {}

  static boolean isLong(ByteBuf datagram) {
    return datagram.getByte(0) < 0;
  }

  /** A view of the destination connection id, or null if the datagram is too short for one. */
  static ByteBuffer dcid(ByteBuf datagram) {
    int readable = datagram.readableBytes();
    if (!isLong(datagram)) {
      return readable > CidCodec.CID_LENGTH ? datagram.nioBuffer(1, CidCodec.CID_LENGTH) : null;
    }
    if (readable <= LONG_DCID_LENGTH_OFFSET) {
      return null;
    }
    int length = datagram.getUnsignedByte(LONG_DCID_LENGTH_OFFSET);
    int start = LONG_DCID_LENGTH_OFFSET + 1;
    return readable >= start + length ? datagram.nioBuffer(start, length) : null;
  }

  static byte[] octets(ByteBuffer view) {
    byte[] octets = new byte[view.remaining()];
    view.duplicate().get(octets);
    return octets;
  }
}

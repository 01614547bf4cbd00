package io.scalws.server.quic;

import io.netty.handler.codec.quic.QuicConnectionIdGenerator;
import io.scalws.protocol.cid.CidCodec;
import io.scalws.protocol.cid.ServerId;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/**
 * Makes the connection ids by which a demultiplexer finds this instance. Event loop only.
 *
 * <p>Never a function of its input: Netty asks for further ids in a loop with the same one.
 */
final class RoutableConnectionIdGenerator implements QuicConnectionIdGenerator {
  private final CidCodec codec;
  private final ServerId serverId;
  private final SecureRandom random;
  private byte[] last = new byte[0];

  RoutableConnectionIdGenerator(CidCodec codec, ServerId serverId, SecureRandom random) {
    this.codec = codec;
    this.serverId = serverId;
    this.random = random;
  }

  /** The id made last; the codec takes it for the connection that it is making. Not changed. */
  byte[] last() {
    return last;
  }

  @Override
  public ByteBuffer newId(int length) {
    if (length != CidCodec.CID_LENGTH) {
      throw new IllegalArgumentException("a connection id has 17 octets, not " + length);
    }
    last = codec.encode(serverId, random.nextLong());
    return ByteBuffer.wrap(last.clone());
  }

  @Override
  public ByteBuffer newId(ByteBuffer input, int length) {
    return newId(length);
  }

  @Override
  public ByteBuffer newId(ByteBuffer scid, ByteBuffer dcid, int length) {
    return newId(length);
  }

  @Override
  public int maxConnectionIdLength() {
    return CidCodec.CID_LENGTH;
  }

  @Override
  public boolean isIdempotent() {
    return false;
  }
}

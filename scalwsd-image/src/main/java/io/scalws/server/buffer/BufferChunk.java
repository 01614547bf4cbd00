package io.scalws.server.buffer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.scalws.server.exchange.Chunk;
import java.nio.ByteBuffer;

/**
 * A chunk over a Netty buffer; passes from one wire to another without a copy.
 *
 * @param buffer owned by the chunk
 */
public record BufferChunk(ByteBuf buffer) implements Chunk {

  /** The octets of a chunk as a buffer; the chunk's ownership goes over to the buffer. */
  public static ByteBuf take(Chunk chunk) {
    if (chunk instanceof BufferChunk(ByteBuf buffer)) {
      return buffer;
    }
    ByteBuf copy = Unpooled.copiedBuffer(chunk.octets());
    chunk.release();
    return copy;
  }

  @Override
  public int length() {
    return buffer.readableBytes();
  }

  @Override
  public ByteBuffer octets() {
    return buffer.nioBuffer();
  }

  @Override
  public void release() {
    buffer.release();
  }
}

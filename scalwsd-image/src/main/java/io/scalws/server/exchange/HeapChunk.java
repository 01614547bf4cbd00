package io.scalws.server.exchange;

import java.nio.ByteBuffer;

/** A chunk in an array; the garbage collector takes it. */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record HeapChunk(byte[] array) implements Chunk {
  @Override
  public int length() {
    return array.length;
  }

  @Override
  public ByteBuffer octets() {
    return ByteBuffer.wrap(array).asReadOnlyBuffer();
  }

  @Override
  public void release() {
    // Nothing is pooled.
  }
}

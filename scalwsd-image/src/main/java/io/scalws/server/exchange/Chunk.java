package io.scalws.server.exchange;

import java.nio.ByteBuffer;

/**
 * A piece of a body. It has one owner at a time, who releases it exactly once or gives it away:
 * whoever is handed a chunk owns it.
 */
public interface Chunk {
  Chunk EMPTY = of(new byte[0]);

  /** A chunk over octets that nobody changes any more. */
  static Chunk of(byte[] octets) {
    return new HeapChunk(octets);
  }

  int length();

  /** A view of the octets, valid until {@link #release}. */
  ByteBuffer octets();

  void release();
}

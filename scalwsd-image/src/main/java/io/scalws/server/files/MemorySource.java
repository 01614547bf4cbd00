package io.scalws.server.files;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.scalws.planning.spec.ConfigMapFiles;
import io.scalws.planning.spec.Content;
import io.scalws.server.buffer.BufferChunk;
import io.scalws.server.exchange.Chunk;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.OptionalLong;

/** Files of a ConfigMap. Its keys have no folders. */
final class MemorySource implements FileSource {
  private final Map<String, MemoryBody> bodies = new HashMap<>();

  MemorySource(ConfigMapFiles files) {
    files.byName().forEach((name, content) -> bodies.put(name, MemoryBody.of(name, content)));
  }

  @Override
  public Found find(String relative) {
    if (relative.isEmpty()) {
      return new Found.Directory();
    }
    MemoryBody body = bodies.get(relative);
    return body == null ? new Found.Nothing() : new Found.File(body);
  }

  private record MemoryBody(String name, ByteBuf octets, Validators validators)
      implements FileBody {
    static MemoryBody of(String name, Content content) {
      try {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(content.octets());
        String etag = "\"" + HexFormat.of().formatHex(hash, 0, 12) + "\"";
        ByteBuf octets =
            Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(content.buffer()).asReadOnly());
        return new MemoryBody(name, octets, new Validators(etag, OptionalLong.empty()));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java runtime has SHA-256", e);
      }
    }

    @Override
    public long size() {
      return octets.readableBytes();
    }

    @Override
    public Chunk read(long offset, long length) {
      return new BufferChunk(octets.slice((int) offset, (int) length));
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }
}

package io.scalws.server.files;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.scalws.linux.DirectoryTree;
import io.scalws.linux.Errno;
import io.scalws.linux.OpenedFile;
import io.scalws.linux.SyscallException;
import io.scalws.server.buffer.BufferChunk;
import io.scalws.server.exchange.Chunk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import java.util.Set;

/** Files of a directory. */
final class DirectorySource implements FileSource {
  /** What one write carries, in octets. */
  private static final int CHUNK_OCTETS = 64 * 1024;

  private static final Set<Errno> NOT_THERE =
      Set.of(Errno.ENOENT, Errno.ENOTDIR, Errno.ENAMETOOLONG, Errno.ELOOP, Errno.EXDEV);
  private static final Set<Errno> NOT_ALLOWED = Set.of(Errno.EACCES, Errno.EPERM);

  private final DirectoryTree tree;
  private final ByteBufAllocator allocator;

  DirectorySource(String root, ByteBufAllocator allocator) {
    tree = new DirectoryTree(root);
    this.allocator = allocator;
  }

  @Override
  public Found find(String relative) throws IOException {
    OpenedFile file;
    try {
      file = tree.open(relative);
    } catch (SyscallException e) {
      if (NOT_THERE.contains(e.errno())) {
        return new Found.Nothing();
      }
      if (NOT_ALLOWED.contains(e.errno())) {
        return new Found.Forbidden();
      }
      throw e;
    }
    return switch (file.kind()) {
      case REGULAR ->
          new Found.File(
              new OpenedBody(relative.substring(relative.lastIndexOf('/') + 1), file, allocator));
      case DIRECTORY -> {
        file.close();
        yield new Found.Directory();
      }
      case SPECIAL -> {
        file.close();
        yield new Found.Nothing();
      }
    };
  }

  private record OpenedBody(String name, OpenedFile file, ByteBufAllocator allocator)
      implements FileBody {
    @Override
    public long size() {
      return file.size();
    }

    @Override
    public Validators validators() {
      // A file that is replaced has another time or size; nanoseconds make the tag a strong one.
      String etag =
          String.format("\"%x-%x-%x\"", file.modifiedSeconds(), file.modifiedNanos(), file.size());
      return new Validators(etag, OptionalLong.of(file.modifiedSeconds()));
    }

    @Override
    public Chunk read(long offset, long length) throws IOException {
      int want = (int) Math.min(length, CHUNK_OCTETS);
      ByteBuf buffer = allocator.directBuffer(want, want);
      try {
        ByteBuffer space = buffer.internalNioBuffer(0, want);
        int got = file.read(space, offset);
        buffer.writerIndex(got);
        return new BufferChunk(buffer);
      } catch (IOException e) {
        buffer.release();
        throw e;
      }
    }

    @Override
    public void close() {
      file.close();
    }
  }
}

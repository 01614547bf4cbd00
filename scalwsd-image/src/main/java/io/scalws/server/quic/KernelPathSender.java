package io.scalws.server.quic;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.scalws.linux.DatagramPath;
import io.scalws.linux.DatagramSender;
import io.scalws.linux.Errno;
import io.scalws.server.anchor.ClientPath;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Sends through the kernel with the source address of each path, in batches. One socket, one event
 * loop. A full socket buffer is tried again for as long as the batch has room; what comes beyond
 * that is dropped and counted, and the connection's congestion control learns of it.
 */
public final class KernelPathSender implements PathSender, AutoCloseable {
  private static final int BATCH = 32;
  private static final int SLOT_OCTETS = 32 * 1024;
  private static final int MAX_PATHS = 8192;
  private static final long RETRY_MICROS = 500;

  private final int fd;
  private final EventLoop eventLoop;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory = arena.allocate((long) BATCH * SLOT_OCTETS, 64);
  private final DatagramSender sender = new DatagramSender(BATCH);
  private final Map<ClientPath, DatagramPath> paths =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ClientPath, DatagramPath> eldest) {
          return size() > MAX_PATHS;
        }
      };
  private final LongAdder dropped = new LongAdder();
  private int slot;
  private boolean retrying;
  private boolean closed;

  /**
   * @param fd stays the caller's
   */
  public KernelPathSender(int fd, EventLoop eventLoop) {
    this.fd = fd;
    this.eventLoop = eventLoop;
  }

  @Override
  public void send(ClientPath to, ByteBuf payload, int segmentSize) {
    try {
      if (sender.isFull()) {
        flush();
      }
      int length = payload.readableBytes();
      if (closed || sender.isFull() || length > SLOT_OCTETS) {
        dropped.increment();
        return;
      }
      if (sender.pending() == 0) {
        slot = 0;
      }
      long at = (long) slot++ * SLOT_OCTETS;
      ByteBuffer room = memory.asSlice(at, length).asByteBuffer();
      payload.getBytes(payload.readerIndex(), room);
      sender.add(memory.address() + at, length, segmentSize, path(to));
    } finally {
      payload.release();
    }
  }

  private DatagramPath path(ClientPath to) {
    return paths.computeIfAbsent(
        to,
        path ->
            DatagramPath.between(path.server().getAddress(), path.client(), path.interfaceIndex()));
  }

  @Override
  public void flush() {
    while (!closed && sender.pending() > 0) {
      int result = sender.send(fd);
      if (result == -Errno.EAGAIN.number() || result == -Errno.ENOBUFS.number()) {
        retryLater();
        return;
      }
      if (result < 0) {
        // Unreachable, or an address that is no longer ours: the datagram is lost, the others not.
        sender.skip();
        dropped.increment();
      }
    }
  }

  private void retryLater() {
    if (!retrying) {
      retrying = true;
      eventLoop.schedule(
          () -> {
            retrying = false;
            flush();
          },
          RETRY_MICROS,
          TimeUnit.MICROSECONDS);
    }
  }

  /** Datagrams and trains that the kernel did not take. */
  public long dropped() {
    return dropped.sum();
  }

  /** On the event loop. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      sender.close();
      arena.close();
    }
  }
}

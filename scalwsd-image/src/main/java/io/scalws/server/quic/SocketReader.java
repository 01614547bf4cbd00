package io.scalws.server.quic;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.scalws.linux.DatagramReceiver;
import io.scalws.linux.Fd;
import io.scalws.linux.Poller;
import io.scalws.linux.SyscallException;
import io.scalws.linux.Wakeup;
import io.scalws.server.anchor.ClientPath;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a UDP socket for an instance that serves alone: a thread of its own receives batches and
 * hands them to the channel's event loop. When the event loop is behind, datagrams wait in the
 * kernel's buffer.
 */
public final class SocketReader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SocketReader.class);

  private static final int BATCH = 32;
  private static final int BATCHES_UNDER_WAY = 8;
  private static final long SOCKET_KEY = 1;
  private static final long WAKEUP_KEY = 2;
  private static final int ADDRESS_OCTETS = 16;

  private final Fd fd;
  private final Channel channel;
  private final InetSocketAddress bound;
  private final Semaphore room = new Semaphore(BATCHES_UNDER_WAY);
  private final Wakeup wakeup;
  private final Thread thread;
  private final byte[] address = new byte[ADDRESS_OCTETS];
  private final MemorySegment addressMemory = MemorySegment.ofArray(address);
  private volatile boolean closed;

  /**
   * @param fd owned by the reader from now on
   * @param bound where the socket is bound; gives the port of destinations
   */
  public SocketReader(Fd fd, InetSocketAddress bound, Channel channel) throws SyscallException {
    this.fd = fd;
    this.bound = bound;
    this.channel = channel;
    this.wakeup = Wakeup.open();
    this.thread = Thread.ofPlatform().name("udp-" + bound.getPort()).daemon().unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  private void run() {
    try (DatagramReceiver receiver = new DatagramReceiver(BATCH, 0);
        Poller poller = Poller.open(2)) {
      poller.watch(fd.number(), SOCKET_KEY);
      poller.watch(wakeup.fd().number(), WAKEUP_KEY);
      while (!closed) {
        poller.await(-1);
        int count = receiver.receive(fd.number());
        if (count > 0) {
          handOver(receiver, count);
        }
      }
      poller.forget(fd.number());
    } catch (SyscallException e) {
      LOG.error("the UDP socket cannot be read any more, address={}", bound, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void handOver(DatagramReceiver receiver, int count) throws InterruptedException {
    List<QuicDatagram> batch = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      if (!receiver.isTruncated(i) && receiver.length(i) > 0) {
        read(receiver, i, batch);
      }
    }
    room.acquire();
    channel
        .eventLoop()
        .execute(
            () -> {
              room.release();
              batch.forEach(channel.pipeline()::fireChannelRead);
              channel.pipeline().fireChannelReadComplete();
            });
  }

  private void read(DatagramReceiver receiver, int i, List<QuicDatagram> batch) {
    ClientPath path =
        new ClientPath(receiver.source(i), destination(receiver, i), receiver.interfaceIndex(i));
    int length = receiver.length(i);
    ByteBuf train = channel.alloc().directBuffer(length);
    train.writeBytes(receiver.memory().asSlice(receiver.payloadOffset(i), length).asByteBuffer());
    split(train, receiver.segmentSize(i), path, batch);
  }

  /** Makes a datagram of each segment; the codec wants each at index 0 of a buffer of its own. */
  static void split(ByteBuf train, int segmentSize, ClientPath path, List<QuicDatagram> to) {
    int length = train.readableBytes();
    if (segmentSize == 0 || segmentSize >= length) {
      to.add(new QuicDatagram(path, train, false));
      return;
    }
    for (int at = 0; at < length; at += segmentSize) {
      ByteBuf segment = train.retainedSlice(at, Math.min(segmentSize, length - at));
      to.add(new QuicDatagram(path, segment, false));
    }
    train.release();
  }

  private InetSocketAddress destination(DatagramReceiver receiver, int i) {
    if (!receiver.hasDestination(i)) {
      return bound;
    }
    receiver.copyDestination(i, addressMemory, 0);
    byte[] octets = receiver.isIpv6(i) ? address.clone() : java.util.Arrays.copyOf(address, 4);
    try {
      return new InetSocketAddress(InetAddress.getByAddress(octets), bound.getPort());
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address of " + octets.length + " octets", e);
    }
  }

  /** Ends the thread and closes the descriptor. */
  @Override
  public void close() {
    closed = true;
    try {
      wakeup.signal();
      thread.join();
    } catch (SyscallException e) {
      LOG.warn("the reader was not woken", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    wakeup.close();
    fd.close();
  }
}

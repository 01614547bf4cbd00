package io.scalws.server.quic;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A NAT between a client and a server that forgets its mapping: after so many octets in one
 * direction, the client's next datagram leaves from another port (or address), and everything that
 * was on its way to the old one is lost.
 */
final class Relay implements AutoCloseable {
  private static final int CID_LENGTH = 17;

  /**
   * When the address changes.
   *
   * @param every octets in the direction that is counted
   * @param times at most
   * @param upload whether octets from the client count, not those to it
   * @param newHost whether the host changes too, within 127.0.0.0/8
   */
  record Plan(long every, int times, boolean upload, boolean newHost) {
    static final Plan NEVER = new Plan(Long.MAX_VALUE, 0, false, false);
  }

  private record Delayed(long dueNanos, DatagramChannel through, ByteBuffer octets) {}

  private final InetSocketAddress server;
  private final Plan plan;
  private final long delayNanos;
  private final Selector selector;
  private final DatagramChannel clientSide;
  private final ArrayDeque<Delayed> up = new ArrayDeque<>();
  private final ArrayDeque<Delayed> down = new ArrayDeque<>();
  private final AtomicReference<byte[]> lastDcid = new AtomicReference<>(new byte[0]);
  private final Thread thread;
  private DatagramChannel serverSide;
  private InetSocketAddress client;
  private long counted;
  private final AtomicInteger changes = new AtomicInteger();
  private volatile boolean closed;

  Relay(InetSocketAddress server, Plan plan, long delayMillis) throws IOException {
    this.server = server;
    this.plan = plan;
    this.delayNanos = delayMillis * 1_000_000;
    selector = Selector.open();
    clientSide = open(new InetSocketAddress(server.getAddress(), 0));
    serverSide = open(new InetSocketAddress(server.getAddress(), 0));
    thread = Thread.ofPlatform().name("relay").daemon().start(this::run);
  }

  private DatagramChannel open(InetSocketAddress address) throws IOException {
    DatagramChannel channel = DatagramChannel.open();
    channel.setOption(java.net.StandardSocketOptions.SO_RCVBUF, 4 << 20);
    channel.configureBlocking(false).register(selector, SelectionKey.OP_READ);
    channel.bind(address);
    return channel;
  }

  /** Where the client connects to. */
  InetSocketAddress address() throws IOException {
    return (InetSocketAddress) clientSide.getLocalAddress();
  }

  int changes() {
    return changes.get();
  }

  /** The connection id in the newest packet of the client with a short header; empty before one. */
  byte[] lastDcid() {
    return lastDcid.get();
  }

  private void run() {
    ByteBuffer buffer = ByteBuffer.allocate(65536);
    try {
      while (!closed) {
        selector.select(1);
        selector.selectedKeys().clear();
        fromClient(buffer);
        fromServer(buffer);
        deliver();
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void fromClient(ByteBuffer buffer) throws IOException {
    InetSocketAddress from;
    while ((from = (InetSocketAddress) clientSide.receive(buffer.clear())) != null) {
      client = from;
      byte[] octets = take(buffer);
      if (octets[0] >= 0 && octets.length > CID_LENGTH) {
        lastDcid.set(java.util.Arrays.copyOfRange(octets, 1, 1 + CID_LENGTH));
      }
      counted += plan.upload() ? octets.length : 0;
      if (changes.get() < plan.times() && counted >= plan.every() * (changes.get() + 1)) {
        change();
      }
      up.add(new Delayed(System.nanoTime() + delayNanos, serverSide, ByteBuffer.wrap(octets)));
    }
  }

  private void change() throws IOException {
    DatagramChannel old = serverSide;
    byte[] host = server.getAddress().getAddress();
    if (plan.newHost()) {
      host[host.length - 1] = (byte) (10 + changes.get());
    }
    serverSide = open(new InetSocketAddress(java.net.InetAddress.getByAddress(host), 0));
    // What waits in the old socket or comes to it is lost.
    down.clear();
    old.close();
    changes.incrementAndGet();
  }

  private void fromServer(ByteBuffer buffer) throws IOException {
    while (serverSide.receive(buffer.clear()) != null) {
      byte[] octets = take(buffer);
      counted += plan.upload() ? 0 : octets.length;
      down.add(new Delayed(System.nanoTime() + delayNanos, clientSide, ByteBuffer.wrap(octets)));
    }
  }

  private static byte[] take(ByteBuffer buffer) {
    byte[] octets = new byte[buffer.flip().remaining()];
    buffer.get(octets);
    return octets;
  }

  private void deliver() throws IOException {
    long now = System.nanoTime();
    while (!up.isEmpty() && up.peek().dueNanos() <= now) {
      Delayed next = up.poll();
      if (next.through().isOpen()) {
        next.through().send(next.octets(), server);
      }
    }
    while (!down.isEmpty() && down.peek().dueNanos() <= now) {
      clientSide.send(down.poll().octets(), client);
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    clientSide.close();
    serverSide.close();
    selector.close();
  }
}

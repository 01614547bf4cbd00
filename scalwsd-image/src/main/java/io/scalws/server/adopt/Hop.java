package io.scalws.server.adopt;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.scalws.linux.Fd;
import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.DatagramFrame;
import io.scalws.protocol.message.Decoded;
import io.scalws.protocol.message.DemuxMessage;
import io.scalws.protocol.message.DemuxMessage.Heartbeat;
import io.scalws.protocol.message.DemuxMessage.Register;
import io.scalws.protocol.message.DemuxMessageCodec;
import io.scalws.protocol.message.Secret;
import io.scalws.protocol.socket.SocketIdentity;
import io.scalws.server.quic.QuicDatagram;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.newsclub.net.unix.AFSocketType;
import org.newsclub.net.unix.AFUNIXDatagramSocket;
import org.newsclub.net.unix.AFUNIXSocketAddress;
import org.newsclub.net.unix.FileDescriptorCast;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections to every quic-lb process: found in a folder, registered, kept alive by a
 * heartbeat that also says on which sockets new connections may be placed here. Works without an
 * agent.
 */
public final class Hop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Hop.class);
  private static final long HEARTBEAT_MILLIS = 250;
  private static final int MAX_MESSAGE = 128 * 1024;
  private static final int MESSAGES_PER_READ = 64;

  /** Who registers: the id, the proof that the agent gave with it. */
  public record Registration(ServerId serverId, Secret proof) {}

  /** A UDP socket of this instance and where its datagrams go. */
  public interface Receiver {
    void receive(QuicDatagram datagram);

    /** The last one of a batch was given. */
    void readComplete();
  }

  private final Path folder;
  private final Registration registration;
  private final EventLoop eventLoop;
  private final Map<Integer, Socket> sockets = new HashMap<>();
  private final HopFrames frames;
  private final Map<Path, EpollDomainSocketChannel> channels = new ConcurrentHashMap<>();
  private final AtomicInteger registered = new AtomicInteger();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("hop").daemon().factory());
  private volatile List<Integer> accepting = List.of();
  private long sequence;

  private record Socket(Receiver receiver, int port) implements HopFrames.Sink {
    @Override
    public void receive(QuicDatagram datagram) {
      receiver.receive(datagram);
    }
  }

  /**
   * @param folder where each quic-lb has a socket
   * @param eventLoop of the QUIC plane; datagrams are delivered on it
   */
  public Hop(Path folder, Registration registration, EventLoop eventLoop) {
    this.folder = folder;
    this.registration = registration;
    this.eventLoop = eventLoop;
    this.frames = new HopFrames(sockets::get);
  }

  /** Before {@link #start}. */
  public void add(int number, SocketIdentity identity, Receiver receiver) {
    sockets.put(number, new Socket(receiver, identity.port()));
  }

  public void start() {
    thread.scheduleWithFixedDelay(this::beat, 0, HEARTBEAT_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** How many quic-lb processes know this instance. */
  public int registered() {
    return registered.get();
  }

  /** Whether every quic-lb that was found, and at least one, knows this instance. */
  public boolean isRegisteredEverywhere() {
    return registered.get() > 0 && registered.get() >= channels.size();
  }

  /** Says at once where new connections may be placed. */
  public void accept(List<Integer> numbers) {
    accepting = List.copyOf(numbers);
    thread.execute(this::beat);
  }

  private void beat() {
    try {
      connectNewOnes();
      sequence++;
      byte[] heartbeat = DemuxMessageCodec.encode(new Heartbeat(sequence, accepting));
      channels
          .values()
          .forEach(channel -> channel.writeAndFlush(Unpooled.wrappedBuffer(heartbeat)));
    } catch (RuntimeException e) {
      LOG.error("heartbeat failed", e);
    }
  }

  private void connectNewOnes() {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.sock")) {
      for (Path file : files) {
        if (!channels.containsKey(file)) {
          connect(file);
        }
      }
    } catch (IOException e) {
      LOG.debug(
          "the folder of the hop cannot be listed, folder={} reason={}", folder, e.toString());
    }
  }

  private void connect(Path file) {
    Fd fd;
    try {
      fd = open(file);
    } catch (IOException e) {
      // The socket of a process that died; the agent removes it.
      LOG.debug("no quic-lb behind its socket, file={} reason={}", file, e.toString());
      return;
    }
    EpollDomainSocketChannel channel = new EpollDomainSocketChannel(fd.release());
    channel
        .config()
        .setRecvByteBufAllocator(
            new FixedRecvByteBufAllocator(MAX_MESSAGE).maxMessagesPerRead(MESSAGES_PER_READ));
    channel.pipeline().addLast(new Incoming(file, () -> channels.remove(file, channel)));
    channels.put(file, channel);
    eventLoop.register(channel).syncUninterruptibly();
    Register register = new Register(registration.serverId(), registration.proof(), accepting);
    channel.writeAndFlush(Unpooled.wrappedBuffer(DemuxMessageCodec.encode(register)));
  }

  private static Fd open(Path file) throws IOException {
    AFUNIXDatagramSocket socket = AFUNIXDatagramSocket.newInstance(AFSocketType.SOCK_SEQPACKET);
    try {
      socket.connect(AFUNIXSocketAddress.of(file));
      FileDescriptor descriptor = socket.getFileDescriptor();
      Fd fd = Fd.duplicateOf(FileDescriptorCast.using(descriptor).as(Integer.class));
      Fd.setNonBlocking(fd.number());
      // Not the socket's own close, which shuts the connection down for every duplicate.
      new FileInputStream(descriptor).close();
      return fd;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private final class Incoming extends ChannelInboundHandlerAdapter {
    private final Path file;
    private final Runnable onClose;
    private boolean counted;

    Incoming(Path file, Runnable onClose) {
      this.file = file;
      this.onClose = onClose;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      ByteBuf octets = (ByteBuf) message;
      try {
        if (!octets.isReadable()) {
          return;
        }
        if (octets.getUnsignedByte(octets.readerIndex()) != DatagramFrame.TYPE) {
          control(ctx, ByteBufUtil.getBytes(octets));
        } else if (!frames.read(octets)) {
          LOG.warn("a batch of quic-lb is cut, file={}", file);
        }
      } finally {
        octets.release();
      }
    }

    private void control(ChannelHandlerContext ctx, byte[] octets) {
      switch (DemuxMessageCodec.decode(octets)) {
        case Decoded.Message<DemuxMessage>(DemuxMessage.Registered _) -> {
          counted = true;
          registered.incrementAndGet();
          LOG.info("registered with a quic-lb, socket={}", file.getFileName());
        }
        case Decoded.Message<DemuxMessage>(DemuxMessage.RefusedRegistration refused) -> {
          LOG.warn("a quic-lb refuses, reason={}: {}", refused.reason(), refused.message());
          ctx.close();
        }
        case Decoded.Message<DemuxMessage>(DemuxMessage other) ->
            LOG.warn("unexpected of a quic-lb: {}", other.getClass().getSimpleName());
        case Decoded.Rejected<DemuxMessage>(Decoded.Reason reason, String detail) ->
            LOG.warn("a quic-lb sent what is no message: {}, {}", reason, detail);
      }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
      sockets.values().forEach(socket -> socket.receiver().readComplete());
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      onClose.run();
      if (counted) {
        registered.decrementAndGet();
        LOG.info("a quic-lb is gone, socket={}", file.getFileName());
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      LOG.warn("the hop failed, socket={}", file.getFileName(), cause);
      ctx.close();
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
    Consumer<EpollDomainSocketChannel> end = EpollDomainSocketChannel::close;
    channels.values().forEach(end);
  }
}

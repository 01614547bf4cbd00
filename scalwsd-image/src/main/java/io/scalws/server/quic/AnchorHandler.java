package io.scalws.server.quic;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.unix.SegmentedDatagramPacket;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicheAccess;
import io.netty.util.ReferenceCountUtil;
import io.scalws.server.anchor.AddressAnchor;
import io.scalws.server.anchor.AnchorAction;
import io.scalws.server.anchor.ClientPath;
import io.scalws.server.anchor.Showing;
import io.scalws.server.quic.DatagramEvents.Fate;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands between datagrams and Netty's QUIC codec and executes what {@link AddressAnchor} decides.
 * Real addresses exist on its outer side only, made-up ones on its inner side only.
 *
 * <p>Netty sends to the source of the newest datagram, authentic or not, until the library names
 * another address. So no datagram is ever given to the codec under another address than the one
 * that Netty sends to already: it goes to the library directly then, and the codec is nudged
 * afterwards with a datagram that nothing can decrypt.
 */
final class AnchorHandler extends ChannelDuplexHandler {
  private static final Logger LOG = LoggerFactory.getLogger(AnchorHandler.class);

  /** A short header that begins no packet: its connection id follows, and nothing after that. */
  private static final byte NUDGE = 0x40;

  private final PathSender sender;
  private final AnchorEvents events;
  private final DatagramEvents datagrams;
  private final Map<Long, AnchoredConnection> connections = new HashMap<>();
  private ChannelHandlerContext context;
  private ChannelHandler codec;
  private StrayDatagrams strays;
  private long lastAnchor;

  /** While a datagram of no connection is in the codec, which may make one of it or answer it. */
  private ClientPath arriving;

  private byte[] arrivingId = new byte[0];
  private long arrivingNumber;

  /** Of the newest datagram from another address than the client's. */
  private byte[] arrivedId = new byte[0];

  private int arrivedLength;

  AnchorHandler(PathSender sender, AnchorEvents events, DatagramEvents datagrams) {
    this.sender = sender;
    this.events = events;
    this.datagrams = datagrams;
  }

  /**
   * Closes the circle: both need this handler to be made.
   *
   * @param quicCodec the codec behind this handler
   */
  void complete(ChannelHandler quicCodec, StrayDatagrams strayDatagrams) {
    codec = quicCodec;
    strays = strayDatagrams;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  /** The codec makes a connection of the datagram that it is given at the moment. */
  void accepted(QuicChannel channel) {
    long number = arrivingNumber;
    AnchoredConnection connection = new AnchoredConnection(channel, number, arriving);
    connections.put(number / AddressAnchor.SPACING, connection);
    channel.closeFuture().addListener(closed -> connections.remove(number / AddressAnchor.SPACING));
  }

  /** The real ends of the datagram that the codec looks at now; for address validation tokens. */
  ClientPath arriving() {
    return arriving;
  }

  /** The destination connection id of that datagram. */
  byte[] arrivingId() {
    return arrivingId;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    QuicDatagram datagram = (QuicDatagram) message;
    ByteBuf content = datagram.content();
    ByteBuffer dcid = QuicHeaders.dcid(content);
    Optional<AnchoredConnection> connection =
        dcid == null || datagram.resetWanted()
            ? Optional.empty()
            : QuicheAccess.connection(codec, dcid).map(AnchoredConnection::of);
    if (connection.isPresent()) {
      datagrams.datagram(Fate.DELIVERED);
      show(connection.get(), datagram, dcid);
      return;
    }
    Fate fate = strays.judge(datagram, System.nanoTime());
    datagrams.datagram(fate);
    if (fate == Fate.ARRIVED) {
      arrive(datagram, dcid);
    } else {
      content.release();
    }
  }

  private void arrive(QuicDatagram datagram, ByteBuffer dcid) {
    lastAnchor += AddressAnchor.SPACING;
    arrivingNumber = lastAnchor;
    arriving = datagram.path();
    arrivingId = QuicHeaders.octets(dcid);
    try {
      context.fireChannelRead(
          new DatagramPacket(
              datagram.content(), arriving.server(), VirtualAddresses.of(arrivingNumber)));
    } finally {
      arriving = null;
    }
  }

  private void show(AnchoredConnection connection, QuicDatagram datagram, ByteBuffer dcid) {
    AddressAnchor anchor = connection.anchor();
    QuicChannel channel = connection.channel();
    ByteBuf content = datagram.content();
    boolean longHeader = QuicHeaders.isLong(content);
    long now = System.nanoTime();
    Showing how = anchor.show(datagram.path(), longHeader, dcid, connection, now);
    InetSocketAddress address = connection.address(how.virtual());
    InetSocketAddress remote = (InetSocketAddress) channel.remoteSocketAddress();
    int octets = content.readableBytes();
    long before = how.verify() ? QuicheAccess.received(channel) : 0;
    if (how.verify() && !longHeader) {
      arrivedId = QuicHeaders.octets(dcid);
      arrivedLength = octets;
    }
    if (address.equals(remote)) {
      context.fireChannelRead(new DatagramPacket(content, connection.local(), address));
      if (how.verify()) {
        decided(connection, datagram.path(), how, before, octets);
      }
      return;
    }
    if (longHeader) {
      // A repetition from the handshake, after it: nothing in it is needed any more.
      content.release();
      return;
    }
    ByteBuf nudge = content.alloc().directBuffer(content.readableBytes());
    nudge.writeByte(NUDGE).writeBytes(QuicHeaders.dcid(content));
    QuicheAccess.receive(channel, address, connection.local(), content);
    content.release();
    // Before the codec sends anything: a challenge must find its way.
    if (how.verify()) {
      decided(connection, datagram.path(), how, before, octets);
    }
    context.fireChannelRead(new DatagramPacket(nudge, connection.local(), remote));
  }

  private void decided(
      AnchoredConnection connection, ClientPath from, Showing how, long before, int octets) {
    boolean authentic = QuicheAccess.received(connection.channel()) > before;
    if (!authentic) {
      events.forged();
      return;
    }
    ClientPath current = connection.anchor().current();
    long now = System.nanoTime();
    ByteBuffer id = ByteBuffer.wrap(arrivedId);
    perform(
        connection,
        current,
        connection.anchor().shown(from, how, id, true, octets, connection, now));
  }

  private void perform(
      AnchoredConnection connection, ClientPath former, List<AnchorAction> actions) {
    for (AnchorAction action : actions) {
      switch (action) {
        case AnchorAction.Follow(ClientPath to, boolean hostChanged) -> {
          LOG.debug("connection follows its client, from={} to={}", former.client(), to.client());
          events.followed(former, to, hostChanged);
        }
        case AnchorAction.Resend(byte[] datagram, ClientPath to) -> {
          events.challengeRepeated();
          sender.send(to, Unpooled.wrappedBuffer(datagram), 0);
          sender.flush();
        }
        case AnchorAction.WakeAt(long nanos) -> wakeAt(connection, nanos);
        case AnchorAction.GoAway _ ->
            connection.channel().pipeline().fireUserEventTriggered(PathsRunOut.EVENT);
        case AnchorAction.Abandon(ClientPath at) -> {
          LOG.debug("connection ends, no path is left for its client, at={}", at.client());
          events.abandoned();
          connection.channel().close();
          // RFC 9000 section 10.3: it keeps no state that could answer; better than silence.
          strays.reset(at, arrivedId, arrivedLength, System.nanoTime());
        }
      }
    }
  }

  private void wakeAt(AnchoredConnection connection, long nanos) {
    if (!connection.needsWake(nanos)) {
      return;
    }
    long delay = Math.max(0, nanos - System.nanoTime());
    context.executor().schedule(() -> wake(connection), delay, TimeUnit.NANOSECONDS);
  }

  private void wake(AnchoredConnection connection) {
    connection.woken();
    if (connection.channel().isActive()) {
      AddressAnchor anchor = connection.anchor();
      perform(connection, anchor.current(), anchor.wake(System.nanoTime()));
    }
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    if (!(message instanceof DatagramPacket packet)) {
      ReferenceCountUtil.release(message);
      promise.setFailure(new IllegalArgumentException("not a datagram: " + message));
      return;
    }
    ByteBuf content = packet.content();
    int segmentSize = packet instanceof SegmentedDatagramPacket train ? train.segmentSize() : 0;
    ClientPath to = route(VirtualAddresses.numberOf(packet.recipient()), content, segmentSize);
    if (to == null || !content.isReadable()) {
      // Of a connection that has just ended, or the empty datagram that Netty paces itself with.
      content.release();
      promise.trySuccess();
      return;
    }
    sender.send(to, content, segmentSize);
    promise.trySuccess();
  }

  @Override
  public void flush(ChannelHandlerContext ctx) {
    sender.flush();
  }

  private ClientPath route(long virtual, ByteBuf content, int segmentSize) {
    AnchoredConnection connection = connections.get(virtual / AddressAnchor.SPACING);
    if (connection == null) {
      // A Retry, or another answer to a datagram that made no connection.
      return virtual == arrivingNumber ? arriving : null;
    }
    AddressAnchor anchor = connection.anchor();
    byte[] first = anchor.isObserving(virtual) ? first(content, segmentSize) : new byte[0];
    return anchor.route(virtual, first, content.readableBytes(), System.nanoTime());
  }

  private static byte[] first(ByteBuf content, int segmentSize) {
    int length = content.readableBytes();
    return ByteBufUtil.getBytes(
        content, content.readerIndex(), segmentSize == 0 ? length : Math.min(segmentSize, length));
  }
}

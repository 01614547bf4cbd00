package io.netty.handler.codec.quic;

import io.netty.buffer.ByteBuf;
import io.netty.channel.socket.DatagramPacket;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * Makes Netty send each packet to the address that the library names for it.
 *
 * <p>Netty keeps the library's last two answers in turn and takes the address over when they
 * differ. A call that finds nothing to send leaves its place as it was. So the next answer is
 * compared with one that is older than the last, may look unchanged, and goes where the last one
 * went. Netty asks an allocator for its number of segments whenever a round of sending begins; that
 * is when this one tells both places the address that Netty sends to. Event loop of the codec only.
 */
public final class TrueRecipients implements SegmentedDatagramPacketAllocator {
  private static final VarHandle FIRST_IS_NEXT;
  private static final VarHandle PLACE_1;
  private static final VarHandle PLACE_2;

  static {
    try {
      MethodHandles.Lookup lookup =
          MethodHandles.privateLookupIn(QuicheQuicConnection.class, MethodHandles.lookup());
      FIRST_IS_NEXT =
          lookup.findVarHandle(QuicheQuicConnection.class, "sendInfoFirst", boolean.class);
      PLACE_1 =
          lookup.findVarHandle(QuicheQuicConnection.class, "sendInfoBuffer1", ByteBuffer.class);
      PLACE_2 =
          lookup.findVarHandle(QuicheQuicConnection.class, "sendInfoBuffer2", ByteBuffer.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final QuicChannel channel;
  private final SegmentedDatagramPacketAllocator packets;
  private boolean seen;

  /**
   * @param packets makes the packets
   */
  public TrueRecipients(QuicChannel channel, SegmentedDatagramPacketAllocator packets) {
    this.channel = channel;
    this.packets = packets;
  }

  @Override
  public int maxNumSegments() {
    QuicheQuicConnection connection = QuicheAccess.connectionOf(channel);
    if (connection != null && !connection.isFreed()) {
      boolean now = (boolean) FIRST_IS_NEXT.get(connection);
      // Within a round there is an answer between two of these questions.
      if (now == seen) {
        tell(connection);
      }
      seen = now;
    }
    return packets.maxNumSegments();
  }

  private void tell(QuicheQuicConnection connection) {
    InetSocketAddress local = (InetSocketAddress) channel.localSocketAddress();
    InetSocketAddress remote = (InetSocketAddress) channel.remoteSocketAddress();
    QuicheSendInfo.setSendInfo((ByteBuffer) PLACE_1.get(connection), local, remote);
    QuicheSendInfo.setSendInfo((ByteBuffer) PLACE_2.get(connection), local, remote);
  }

  @Override
  public DatagramPacket newPacket(ByteBuf buffer, int segmentSize, InetSocketAddress recipient) {
    return packets.newPacket(buffer, segmentSize, recipient);
  }
}

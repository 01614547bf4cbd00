package io.scalws.server.adopt;

import io.netty.buffer.ByteBuf;
import io.scalws.protocol.message.DatagramFrame;
import io.scalws.server.anchor.ClientPath;
import io.scalws.server.quic.QuicDatagram;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.function.IntFunction;

/** Takes a batch of the hop apart into datagrams. Event loop only. */
final class HopFrames {
  /** Takes the datagrams of one socket. */
  interface Sink {
    void receive(QuicDatagram datagram);

    /** Port of the address that clients used. */
    int port();
  }

  private final IntFunction<Sink> sinks;

  /**
   * @param sinks by socket number; null for a number that is not held
   */
  HopFrames(IntFunction<Sink> sinks) {
    this.sinks = sinks;
  }

  /**
   * Reads all frames; stays within the batch whatever it says.
   *
   * @return whether the batch was whole
   */
  boolean read(ByteBuf batch) {
    int at = batch.readerIndex();
    int end = batch.writerIndex();
    while (at < end) {
      if (end - at < DatagramFrame.HEADER_LENGTH
          || batch.getUnsignedByte(at) != DatagramFrame.TYPE) {
        return false;
      }
      long length = batch.getUnsignedInt(at + DatagramFrame.PAYLOAD_LENGTH_OFFSET);
      int payload = at + DatagramFrame.HEADER_LENGTH;
      if (length > end - payload) {
        return false;
      }
      frame(batch, at, payload, (int) length);
      at = payload + (int) length;
    }
    return true;
  }

  private void frame(ByteBuf batch, int at, int payload, int length) {
    Sink sink = sinks.apply(batch.getUnsignedShort(at + DatagramFrame.SOCKET_NUMBER_OFFSET));
    if (sink == null || length == 0) {
      return;
    }
    int flags = batch.getUnsignedByte(at + DatagramFrame.FLAGS_OFFSET);
    boolean ipv6 = (flags & DatagramFrame.IPV6_FLAG) != 0;
    boolean reset = (flags & DatagramFrame.RESET_WANTED_FLAG) != 0;
    ClientPath path =
        new ClientPath(
            new InetSocketAddress(
                address(batch, at + DatagramFrame.SOURCE_ADDRESS_OFFSET, ipv6),
                batch.getUnsignedShort(at + DatagramFrame.SOURCE_PORT_OFFSET)),
            new InetSocketAddress(
                address(batch, at + DatagramFrame.DESTINATION_ADDRESS_OFFSET, ipv6), sink.port()),
            batch.getInt(at + DatagramFrame.INTERFACE_INDEX_OFFSET));
    int segment = batch.getUnsignedShort(at + DatagramFrame.SEGMENT_SIZE_OFFSET);
    int step = segment == 0 ? length : segment;
    for (int from = 0; from < length; from += step) {
      ByteBuf content = batch.retainedSlice(payload + from, Math.min(step, length - from));
      sink.receive(new QuicDatagram(path, content, reset));
    }
  }

  private static InetAddress address(ByteBuf batch, int at, boolean ipv6) {
    byte[] octets = new byte[ipv6 ? 16 : 4];
    batch.getBytes(at, octets);
    try {
      return InetAddress.getByAddress(octets);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address of " + octets.length + " octets", e);
    }
  }
}

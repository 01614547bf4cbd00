package io.scalws.server.quic;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelPromise;
import io.scalws.server.anchor.ClientPath;

/** Sends datagrams from the address that the client used. Event loop only. */
public interface DatagramSender {
  /**
   * @param payload released by the sender; one datagram, or a train
   * @param segmentSize of all datagrams of a train but the last; 0: one datagram
   * @param promise done when the kernel has taken it or it was dropped; UDP may lose anything
   */
  void send(ClientPath to, ByteBuf payload, int segmentSize, ChannelPromise promise);
}

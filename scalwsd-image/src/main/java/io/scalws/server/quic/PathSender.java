package io.scalws.server.quic;

import io.netty.buffer.ByteBuf;
import io.scalws.server.anchor.ClientPath;

/** Sends datagrams from the address that the client used. Event loop only. */
public interface PathSender {
  /**
   * Takes a datagram or a train; what the kernel has no room for is lost, as any datagram may be.
   *
   * @param payload released by the sender
   * @param segmentSize of all datagrams of a train but the last; 0: one datagram
   */
  void send(ClientPath to, ByteBuf payload, int segmentSize);

  /** Nothing more comes for now: send what was collected. */
  void flush();
}

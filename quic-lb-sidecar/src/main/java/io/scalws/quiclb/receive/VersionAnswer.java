package io.scalws.quiclb.receive;

import io.scalws.linux.DatagramPath;
import io.scalws.linux.DatagramReceiver;
import io.scalws.linux.DatagramSender;
import io.scalws.protocol.quic.HeaderScan;
import io.scalws.protocol.quic.VersionNegotiation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Tells a client which versions are served, from the address that it had sent to. */
final class VersionAnswer implements AutoCloseable {
  private static final int DESTINATION = 0;
  private static final int SOURCE = 16;

  private final VersionNegotiation versions;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment packet;
  private final MemorySegment addresses = arena.allocate(32, 8);
  private final DatagramPath path = new DatagramPath();
  private final DatagramSender sender = new DatagramSender(1);
  private int unused;

  VersionAnswer(VersionNegotiation versions) {
    this.versions = versions;
    packet = arena.allocate(versions.maximumLength());
  }

  /** Whether the answer was sent. */
  boolean send(int fd, DatagramReceiver receiver, int item, HeaderScan header) {
    unused = unused + 1 & 0x3f;
    int length = versions.write(header, receiver.memory(), unused, packet, 0);
    receiver.copySource(item, addresses, DESTINATION);
    receiver.copyDestination(item, addresses, SOURCE);
    path.set(
        addresses,
        DESTINATION,
        SOURCE,
        receiver.isIpv6(item),
        receiver.sourcePort(item),
        receiver.interfaceIndex(item));
    sender.add(packet.address(), length, 0, path);
    if (sender.send(fd) == 1) {
      return true;
    }
    sender.skip();
    return false;
  }

  @Override
  public void close() {
    sender.close();
    arena.close();
  }
}

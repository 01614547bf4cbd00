package io.scalws.quiclb.owner;

import io.scalws.linux.Messages;
import io.scalws.linux.SocketBuffers;
import io.scalws.protocol.message.DemuxMessage;
import io.scalws.protocol.message.DemuxMessageCodec;
import io.scalws.quiclb.route.OwnerTable;
import java.io.IOException;
import org.newsclub.net.unix.AFUNIXDatagramSocket;
import org.newsclub.net.unix.FileDescriptorCast;

/** One instance's connection. */
final class HopConnection implements AutoCloseable {
  /** A second of a busy instance's datagrams. */
  private static final int SEND_BUFFER_OCTETS = 8 << 20;

  private final AFUNIXDatagramSocket socket;
  private final int fd;
  private final long openedAt;
  private int slot = OwnerTable.NOBODY;

  private HopConnection(AFUNIXDatagramSocket socket, int fd, long openedAt) {
    this.socket = socket;
    this.fd = fd;
    this.openedAt = openedAt;
  }

  /** Takes over an accepted connection. */
  static HopConnection of(AFUNIXDatagramSocket accepted, long nowMillis) throws IOException {
    try {
      int fd = FileDescriptorCast.using(accepted.getFileDescriptor()).as(Integer.class);
      SocketBuffers.enlarge(fd, 0, SEND_BUFFER_OCTETS);
      return new HopConnection(accepted, fd, nowMillis);
    } catch (IOException e) {
      accepted.close();
      throw e;
    }
  }

  int fd() {
    return fd;
  }

  /** In milliseconds. */
  long age(long nowMillis) {
    return nowMillis - openedAt;
  }

  boolean isRegistered() {
    return slot != OwnerTable.NOBODY;
  }

  int slot() {
    return slot;
  }

  void registeredAs(int slot) {
    this.slot = slot;
  }

  /** Sends without waiting; whoever does not read its answers learns nothing. */
  void send(DemuxMessage message) {
    Messages.send(fd, DemuxMessageCodec.encode(message));
  }

  @Override
  public void close() {
    socket.close();
  }
}

package io.scalws.quiclb;

import io.scalws.linux.Errno;
import io.scalws.linux.Fd;
import io.scalws.linux.Messages;
import io.scalws.linux.Poller;
import io.scalws.protocol.message.DatagramFrame;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An instance's end of the hop. */
final class FakeOwner implements AutoCloseable {
  private final Fd fd;
  private final Closeable connection;
  private final byte[] buffer = new byte[1 << 17];

  FakeOwner(Fd fd) {
    this(fd, fd::close);
  }

  /**
   * An end that something else keeps open.
   *
   * @param connection what ends it
   */
  FakeOwner(Fd fd, Closeable connection) {
    this.fd = fd;
    this.connection = connection;
  }

  /** One frame of a batch. */
  @SuppressWarnings("ArrayRecordComponent") // Read by one test and never compared.
  record Frame(ByteBuffer header, byte[] payload) {
    int flags() {
      return header.get(DatagramFrame.FLAGS_OFFSET);
    }

    boolean resetWanted() {
      return (flags() & DatagramFrame.RESET_WANTED_FLAG) != 0;
    }

    boolean isIpv6() {
      return (flags() & DatagramFrame.IPV6_FLAG) != 0;
    }

    int ecn() {
      return flags() & DatagramFrame.ECN_MASK;
    }

    int socket() {
      return header.getShort(DatagramFrame.SOCKET_NUMBER_OFFSET);
    }

    int segmentSize() {
      return Short.toUnsignedInt(header.getShort(DatagramFrame.SEGMENT_SIZE_OFFSET));
    }

    int sourcePort() {
      return Short.toUnsignedInt(header.getShort(DatagramFrame.SOURCE_PORT_OFFSET));
    }

    byte[] source() {
      return address(DatagramFrame.SOURCE_ADDRESS_OFFSET);
    }

    byte[] destination() {
      return address(DatagramFrame.DESTINATION_ADDRESS_OFFSET);
    }

    private byte[] address(int offset) {
      byte[] octets = new byte[isIpv6() ? 16 : 4];
      header.get(offset, octets);
      return octets;
    }
  }

  /** The frames of every message that is there, without waiting. */
  List<Frame> frames() {
    List<Frame> frames = new ArrayList<>();
    int length;
    while ((length = Messages.receive(fd.number(), buffer)) > 0) {
      frames.addAll(parse(Arrays.copyOf(buffer, length)));
    }
    if (length != 0 && length != -Errno.EAGAIN.number()) {
      throw new AssertionError("receive: " + Errno.of(-length));
    }
    return frames;
  }

  /** Reads what is there and looks at nothing. */
  void discard() {
    while (Messages.receive(fd.number(), buffer) > 0) {
      // The next one.
    }
  }

  /** The next message, waited for. */
  byte[] message() throws IOException {
    try (Poller poller = Poller.open(1)) {
      poller.watch(fd.number(), 1);
      if (poller.await(5_000) == 0) {
        throw new AssertionError("no message within 5 s");
      }
      int length = Messages.receive(fd.number(), buffer);
      return Arrays.copyOf(buffer, Math.max(0, length));
    }
  }

  void send(byte[] message) {
    if (Messages.send(fd.number(), message) != message.length) {
      throw new AssertionError("a message was not sent");
    }
  }

  static List<Frame> parse(byte[] message) {
    List<Frame> frames = new ArrayList<>();
    int at = 0;
    while (at < message.length) {
      if (message[at] != DatagramFrame.TYPE) {
        throw new AssertionError("no frame begins at " + at);
      }
      ByteBuffer header = ByteBuffer.wrap(message, at, DatagramFrame.HEADER_LENGTH).slice();
      int length = header.getInt(DatagramFrame.PAYLOAD_LENGTH_OFFSET);
      int payload = at + DatagramFrame.HEADER_LENGTH;
      frames.add(new Frame(header, Arrays.copyOfRange(message, payload, payload + length)));
      at = payload + length;
    }
    return frames;
  }

  @Override
  public void close() throws IOException {
    fd.close();
    connection.close();
  }
}

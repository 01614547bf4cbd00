package io.scalws.agent.handout;

import io.scalws.linux.Fd;
import io.scalws.protocol.message.AgentMessage;
import io.scalws.protocol.message.AgentMessageCodec;
import io.scalws.protocol.message.WireFormat;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.newsclub.net.unix.AFUNIXDatagramSocket;
import org.newsclub.net.unix.FileDescriptorCast;

/**
 * One process at the agent's socket. Its own thread receives; the conductor sends and closes. A
 * process that does not read its messages is cut off rather than waited for.
 */
public final class ChildConnection implements AutoCloseable {
  /** Room for the fds of one message (SCM_RIGHTS allows 253). */
  private static final int ANCILLARY_OCTETS = 1024;

  private final long number;
  private final AFUNIXDatagramSocket socket;
  private final ProcessIdentity peer;

  ChildConnection(long number, AFUNIXDatagramSocket socket, ProcessIdentity peer) {
    this.number = number;
    this.socket = socket;
    this.peer = peer;
    socket.setAncillaryReceiveBufferSize(ANCILLARY_OCTETS);
  }

  /** Tells connections of this agent apart. */
  public long number() {
    return number;
  }

  /** Who was at the other end when it connected. */
  public ProcessIdentity peer() {
    return peer;
  }

  /** Sends one message with these descriptors, which stay the caller's. */
  public void send(AgentMessage message, List<Fd> fds) throws IOException {
    byte[] octets = AgentMessageCodec.encode(message);
    FileDescriptor[] descriptors = new FileDescriptor[fds.size()];
    for (int i = 0; i < descriptors.length; i++) {
      descriptors[i] = FileDescriptorCast.unsafeUsing(fds.get(i).number()).getFileDescriptor();
    }
    if (descriptors.length > 0) {
      socket.setOutboundFileDescriptors(descriptors);
    }
    socket.getChannel().write(ByteBuffer.wrap(octets));
  }

  /** What came in: octets and the descriptors that are ours from now on. */
  record Received(ByteBuffer octets, List<Fd> fds) {}

  /** Waits for one message; empty octets mean that the other end is gone. */
  Received receive() throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(WireFormat.MAX_MESSAGE_LENGTH);
    int length = socket.getChannel().read(buffer);
    List<Fd> fds = new ArrayList<>();
    FileDescriptor[] descriptors = socket.getReceivedFileDescriptors();
    if (descriptors != null) {
      for (FileDescriptor descriptor : descriptors) {
        // The library closes what it received when the connection closes; so ours is a duplicate,
        // and closing theirs by a stream makes the library forget the number.
        fds.add(Fd.duplicateOf(FileDescriptorCast.using(descriptor).as(Integer.class)));
        new FileInputStream(descriptor).close();
      }
    }
    buffer.flip();
    return new Received(length > 0 ? buffer : ByteBuffer.allocate(0), fds);
  }

  @Override
  public void close() {
    socket.close();
  }
}

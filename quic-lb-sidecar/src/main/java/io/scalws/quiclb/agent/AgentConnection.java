package io.scalws.quiclb.agent;

import io.scalws.linux.Fd;
import io.scalws.protocol.message.AgentMessage;
import io.scalws.protocol.message.AgentMessageCodec;
import io.scalws.protocol.message.Decoded;
import io.scalws.protocol.message.WireFormat;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.newsclub.net.unix.AFSocketType;
import org.newsclub.net.unix.AFUNIXDatagramSocket;
import org.newsclub.net.unix.AFUNIXSocketAddress;
import org.newsclub.net.unix.FileDescriptorCast;

/** One connection to the agent's socket: whole messages and the descriptors that come with them. */
final class AgentConnection implements AutoCloseable {
  /** SCM_RIGHTS carries 253 descriptors at most; a cut list would be an error. */
  private static final int ANCILLARY_OCTETS = 1024;

  private final AFUNIXDatagramSocket socket;
  private final ByteBuffer in = ByteBuffer.allocateDirect(WireFormat.MAX_MESSAGE_LENGTH);

  private AgentConnection(AFUNIXDatagramSocket socket) {
    this.socket = socket;
  }

  static AgentConnection open(Path path) throws IOException {
    AFUNIXDatagramSocket socket = AFUNIXDatagramSocket.newInstance(AFSocketType.SOCK_SEQPACKET);
    try {
      socket.setAncillaryReceiveBufferSize(ANCILLARY_OCTETS);
      socket.connect(AFUNIXSocketAddress.of(path));
      return new AgentConnection(socket);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * A message and the descriptors that came with it.
   *
   * @param fds the receiver's from now on
   */
  record Received(AgentMessage message, List<Fd> fds) {}

  /** Waits for a message; fails when the agent is gone or speaks another language. */
  Received receive() throws IOException {
    in.clear();
    int length = socket.getChannel().read(in);
    List<Fd> fds = receivedFds();
    try {
      if (length <= 0) {
        throw new EOFException("the agent ended the connection");
      }
      byte[] octets = new byte[length];
      in.flip().get(octets);
      return switch (AgentMessageCodec.decode(octets)) {
        case Decoded.Message<AgentMessage>(AgentMessage message) -> new Received(message, fds);
        case Decoded.Rejected<AgentMessage>(Decoded.Reason reason, String detail) ->
            throw new IOException(
                "a message of the agent was not understood: " + reason + ": " + detail);
      };
    } catch (IOException e) {
      fds.forEach(Fd::close);
      throw e;
    }
  }

  private List<Fd> receivedFds() throws IOException {
    List<Fd> fds = new ArrayList<>();
    FileDescriptor[] descriptors = socket.getReceivedFileDescriptors();
    if (descriptors != null) {
      for (FileDescriptor descriptor : descriptors) {
        // The library owns what it received; ours is a duplicate. Closing theirs through a stream
        // makes the library forget the number before the kernel gives it to someone else.
        fds.add(Fd.duplicateOf(FileDescriptorCast.using(descriptor).as(Integer.class)));
        new FileInputStream(descriptor).close();
      }
    }
    return fds;
  }

  /** Sends a message with descriptors, which stay the caller's. */
  void send(AgentMessage message, List<Fd> fds) throws IOException {
    FileDescriptor[] descriptors = new FileDescriptor[fds.size()];
    for (int i = 0; i < descriptors.length; i++) {
      descriptors[i] = FileDescriptorCast.unsafeUsing(fds.get(i).number()).getFileDescriptor();
    }
    if (descriptors.length > 0) {
      socket.setOutboundFileDescriptors(descriptors);
    }
    socket.getChannel().write(ByteBuffer.wrap(AgentMessageCodec.encode(message)));
  }

  @Override
  public void close() {
    socket.close();
  }
}

package io.scalws.server.adopt;

import io.scalws.linux.Fd;
import io.scalws.protocol.message.AgentMessage;
import io.scalws.protocol.message.AgentMessageCodec;
import io.scalws.protocol.message.Decoded;
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

/** Messages of the agent protocol with their descriptors, over one SEQPACKET connection. */
final class AgentConnection implements AutoCloseable {
  /** Room for the 253 descriptors that one message may carry (unix(7)). */
  private static final int ANCILLARY_OCTETS = 1024;

  private static final int MAX_MESSAGE = 64 * 1024;

  private final AFUNIXDatagramSocket socket;
  private final ByteBuffer in = ByteBuffer.allocateDirect(MAX_MESSAGE);

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
   * A message and what came with it.
   *
   * @param fds owned by the receiver
   */
  record Received(AgentMessage message, List<Fd> fds) {}

  /** Waits for the next message; one thread. */
  Received receive() throws IOException {
    in.clear();
    int length = socket.getChannel().read(in);
    List<Fd> fds = takeFds();
    boolean taken = false;
    try {
      if (length <= 0) {
        throw new EOFException("the agent closed the connection");
      }
      byte[] octets = new byte[length];
      in.flip();
      in.get(octets);
      Received received =
          switch (AgentMessageCodec.decode(octets)) {
            case Decoded.Message<AgentMessage>(AgentMessage message) -> new Received(message, fds);
            case Decoded.Rejected<AgentMessage>(Decoded.Reason reason, String detail) ->
                throw new IOException(
                    "the agent sent what is no message: " + reason + ", " + detail);
          };
      taken = true;
      return received;
    } finally {
      if (!taken) {
        fds.forEach(Fd::close);
      }
    }
  }

  private List<Fd> takeFds() throws IOException {
    FileDescriptor[] descriptors = socket.getReceivedFileDescriptors();
    List<Fd> fds = new ArrayList<>();
    if (descriptors == null) {
      return fds;
    }
    for (FileDescriptor descriptor : descriptors) {
      int number = FileDescriptorCast.using(descriptor).as(Integer.class);
      fds.add(Fd.duplicateOf(number));
      // The library owns what it received and would close the number later, when it may be ours.
      new FileInputStream(descriptor).close();
    }
    return fds;
  }

  /**
   * Sends a message; one thread.
   *
   * @param fds stay the caller's
   */
  void send(AgentMessage message, List<Fd> fds) throws IOException {
    if (!fds.isEmpty()) {
      FileDescriptor[] descriptors = new FileDescriptor[fds.size()];
      for (int i = 0; i < descriptors.length; i++) {
        descriptors[i] = FileDescriptorCast.unsafeUsing(fds.get(i).number()).getFileDescriptor();
      }
      socket.setOutboundFileDescriptors(descriptors);
    }
    socket.getChannel().write(ByteBuffer.wrap(AgentMessageCodec.encode(message)));
  }

  @Override
  public void close() {
    socket.close();
  }
}

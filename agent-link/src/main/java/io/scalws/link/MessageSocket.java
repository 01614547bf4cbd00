package io.scalws.link;

import io.scalws.linux.Fd;
import io.scalws.linux.Peer;
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
import org.newsclub.net.unix.AFUNIXSocketCredentials;
import org.newsclub.net.unix.FileDescriptorCast;

/** One end of a connection between the agent and one of its processes. */
public final class MessageSocket implements AutoCloseable {
  /** Room for the 253 descriptors that one message may carry (unix(7)). */
  private static final int ANCILLARY_OCTETS = 1024;

  private final AFUNIXDatagramSocket socket;
  private final ByteBuffer in = ByteBuffer.allocateDirect(WireFormat.MAX_MESSAGE_LENGTH);

  MessageSocket(AFUNIXDatagramSocket socket) {
    this.socket = socket;
    socket.setAncillaryReceiveBufferSize(ANCILLARY_OCTETS);
  }

  /** Connects to whoever listens at the path. */
  public static MessageSocket connect(Path path) throws IOException {
    AFUNIXDatagramSocket socket = AFUNIXDatagramSocket.newInstance(AFSocketType.SOCK_SEQPACKET);
    try {
      socket.connect(AFUNIXSocketAddress.of(path));
      return new MessageSocket(socket);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** What one record was. */
  public sealed interface Received {
    /**
     * A message.
     *
     * @param fds that came with it, the receiver's from now on
     */
    record Message(AgentMessage message, List<Fd> fds) implements Received {}

    /** Octets that are no message; what came with them is closed. */
    record Garbled(String detail) implements Received {}
  }

  /** Who was at the other end when it connected (SO_PEERCRED). */
  public Peer peer() throws IOException {
    AFUNIXSocketCredentials credentials = socket.getPeerCredentials();
    return new Peer(
        (int) credentials.getPid(), (int) credentials.getUid(), (int) credentials.getGid());
  }

  /**
   * Waits for the next record; the receiving thread.
   *
   * @throws EOFException if the other end is gone
   */
  public Received receive() throws IOException {
    in.clear();
    int length = socket.getChannel().read(in);
    List<Fd> fds = takeFds();
    if (length <= 0) {
      fds.forEach(Fd::close);
      throw new EOFException("the other end closed the connection");
    }
    byte[] octets = new byte[length];
    in.flip().get(octets);
    return switch (AgentMessageCodec.decode(octets)) {
      case Decoded.Message<AgentMessage>(AgentMessage message) ->
          new Received.Message(message, fds);
      case Decoded.Rejected<AgentMessage>(Decoded.Reason reason, String detail) -> {
        fds.forEach(Fd::close);
        yield new Received.Garbled(reason + ": " + detail);
      }
    };
  }

  private List<Fd> takeFds() throws IOException {
    List<Fd> fds = new ArrayList<>();
    FileDescriptor[] descriptors = socket.getReceivedFileDescriptors();
    if (descriptors == null) {
      return fds;
    }
    for (FileDescriptor descriptor : descriptors) {
      // The library owns what it received and would close the number later, when it may be another
      // file's. So ours is a duplicate, and closing theirs by a stream makes it forget the number.
      fds.add(Fd.duplicateOf(FileDescriptorCast.using(descriptor).as(Integer.class)));
      new FileInputStream(descriptor).close();
    }
    return fds;
  }

  /**
   * Sends a message; the sending thread.
   *
   * @param fds stay the caller's
   */
  public void send(AgentMessage message, List<Fd> fds) throws IOException {
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

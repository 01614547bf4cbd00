package io.scalws.quiclb;

import io.scalws.linux.Fd;
import io.scalws.protocol.message.AgentMessage;
import io.scalws.protocol.message.AgentMessageCodec;
import io.scalws.protocol.message.Decoded;
import io.scalws.protocol.message.WireFormat;
import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.newsclub.net.unix.AFSocketType;
import org.newsclub.net.unix.AFUNIXDatagramSocket;
import org.newsclub.net.unix.AFUNIXSocketAddress;
import org.newsclub.net.unix.FileDescriptorCast;

/** The agent's end of its protocol. */
final class FakeAgent implements AutoCloseable {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final Path path;
  private final AFUNIXDatagramSocket listener;

  FakeAgent(Path path) throws IOException {
    this.path = path;
    listener = AFUNIXDatagramSocket.newInstance(AFSocketType.SOCK_SEQPACKET);
    listener.bind(AFUNIXSocketAddress.of(path));
    listener.listen(8);
  }

  /** Waits for a process. */
  Child accept() throws IOException {
    listener.setSoTimeout((int) TimeUnit.NANOSECONDS.toMillis(PATIENCE_NANOS));
    return new Child((AFUNIXDatagramSocket) listener.accept());
  }

  /** One process. */
  static final class Child implements AutoCloseable {
    private final AFUNIXDatagramSocket socket;
    private final ByteBuffer in = ByteBuffer.allocateDirect(WireFormat.MAX_MESSAGE_LENGTH);
    private final List<Fd> received = new ArrayList<>();

    Child(AFUNIXDatagramSocket socket) {
      this.socket = socket;
      socket.setAncillaryReceiveBufferSize(1024);
    }

    /** The next message of a type that is as wanted; others are passed over. */
    <T extends AgentMessage> T await(Class<T> type, Predicate<T> wanted)
        throws IOException, TimeoutException {
      long end = System.nanoTime() + PATIENCE_NANOS;
      while (System.nanoTime() < end) {
        in.clear();
        int length = socket.getChannel().read(in);
        if (length <= 0) {
          throw new IOException("the process ended the connection");
        }
        FileDescriptor[] descriptors = socket.getReceivedFileDescriptors();
        if (descriptors != null) {
          for (FileDescriptor descriptor : descriptors) {
            received.add(Fd.duplicateOf(FileDescriptorCast.using(descriptor).as(Integer.class)));
          }
        }
        byte[] octets = new byte[length];
        in.flip().get(octets);
        if (AgentMessageCodec.decode(octets) instanceof Decoded.Message<AgentMessage>(var message)
            && type.isInstance(message)
            && wanted.test(type.cast(message))) {
          return type.cast(message);
        }
      }
      throw new TimeoutException("no such " + type.getSimpleName());
    }

    <T extends AgentMessage> T await(Class<T> type) throws IOException, TimeoutException {
      return await(type, _ -> true);
    }

    void send(AgentMessage message, Fd... fds) throws IOException {
      FileDescriptor[] descriptors = new FileDescriptor[fds.length];
      for (int i = 0; i < fds.length; i++) {
        descriptors[i] = FileDescriptorCast.unsafeUsing(fds[i].number()).getFileDescriptor();
      }
      if (fds.length > 0) {
        socket.setOutboundFileDescriptors(descriptors);
      }
      socket.getChannel().write(ByteBuffer.wrap(AgentMessageCodec.encode(message)));
    }

    /** Descriptors that came, oldest first. */
    List<Fd> received() {
      return received;
    }

    @Override
    public void close() {
      socket.close();
      received.forEach(Fd::close);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    Files.deleteIfExists(path);
  }
}

package io.scalws.quiclb.owner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.newsclub.net.unix.AFSocketType;
import org.newsclub.net.unix.AFUNIXDatagramSocket;
import org.newsclub.net.unix.AFUNIXSocketAddress;
import org.newsclub.net.unix.FileDescriptorCast;

/**
 * The SOCK_SEQPACKET socket {@code STATE_DIR/quic-lb/PID.sock}. Anyone who reaches the folder may
 * connect, because instances run as other users; only a proof from the agent registers.
 */
public final class HopSocket implements AutoCloseable {
  private static final int BACKLOG = 64;

  private final AFUNIXDatagramSocket socket;
  private final Path path;

  private HopSocket(AFUNIXDatagramSocket socket, Path path) {
    this.socket = socket;
    this.path = path;
  }

  /** Listens at a path, in place of what a dead process left there. */
  public static HopSocket bind(Path path) throws IOException {
    Files.deleteIfExists(path);
    AFUNIXDatagramSocket socket = AFUNIXDatagramSocket.newInstance(AFSocketType.SOCK_SEQPACKET);
    try {
      socket.bind(AFUNIXSocketAddress.of(path));
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-rw-rw-"));
      socket.listen(BACKLOG);
      return new HopSocket(socket, path);
    } catch (IOException e) {
      socket.close();
      throw new IOException("listen on " + path + ": " + e.getMessage(), e);
    }
  }

  /** For a poller. */
  public int fd() throws IOException {
    return FileDescriptorCast.using(socket.getFileDescriptor()).as(Integer.class);
  }

  /** The next connection; to be called when the poller says that one is there. */
  AFUNIXDatagramSocket accept() throws IOException {
    return (AFUNIXDatagramSocket) socket.accept();
  }

  @Override
  public void close() throws IOException {
    socket.close();
    Files.deleteIfExists(path);
  }
}

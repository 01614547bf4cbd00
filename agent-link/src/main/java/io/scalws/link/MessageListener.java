package io.scalws.link;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.newsclub.net.unix.AFSocketType;
import org.newsclub.net.unix.AFUNIXDatagramSocket;
import org.newsclub.net.unix.AFUNIXSocketAddress;

/** Where processes connect to. One thread accepts. */
public final class MessageListener implements AutoCloseable {
  private static final int BACKLOG = 64;

  /** unix(7): sun_path has 108 octets, the last one zero. */
  private static final int MAX_PATH = 107;

  private final AFUNIXDatagramSocket socket;

  private MessageListener(AFUNIXDatagramSocket socket) {
    this.socket = socket;
  }

  /** Listens; a file that is there already is replaced, so its owner must be known to be dead. */
  public static MessageListener bind(Path path) throws IOException {
    requireShort(path);
    Files.deleteIfExists(path);
    AFUNIXDatagramSocket socket = AFUNIXDatagramSocket.newInstance(AFSocketType.SOCK_SEQPACKET);
    try {
      socket.bind(AFUNIXSocketAddress.of(path));
      socket.listen(BACKLOG);
      return new MessageListener(socket);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * @throws IOException if a Unix socket cannot have this path
   */
  public static void requireShort(Path path) throws IOException {
    int length = path.toString().getBytes(StandardCharsets.UTF_8).length;
    if (length > MAX_PATH) {
      throw new IOException(
          path
              + " has "
              + length
              + " octets, and the path of a Unix socket must have fewer than "
              + (MAX_PATH + 1)
              + "; use a shorter --state-dir");
    }
  }

  /** Waits for the next connection. */
  public MessageSocket accept() throws IOException {
    return new MessageSocket((AFUNIXDatagramSocket) socket.accept());
  }

  /**
   * The same, but not longer than this.
   *
   * @throws SocketTimeoutException if nobody comes
   */
  public MessageSocket accept(Duration patience) throws IOException {
    socket.setSoTimeout((int) patience.toMillis());
    return accept();
  }

  public boolean isClosed() {
    return socket.isClosed();
  }

  /** Stops accepting; connections stay. */
  @Override
  public void close() {
    socket.close();
  }
}

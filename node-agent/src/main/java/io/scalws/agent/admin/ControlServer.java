package io.scalws.agent.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The socket of the command line: a connection, a line with a {@link ControlRequest}, a line with a
 * {@link ControlReply}. Only the agent's own user can connect.
 */
public final class ControlServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlServer.class);
  private static final ObjectMapper JSON = JsonMapper.builder().build();
  private static final int MAX_LINE = 32 << 20;
  private static final long LAST_ANSWERS_MILLIS = 1000;

  private final ServerSocketChannel server;
  private final Function<ControlRequest, ControlReply> answers;
  private final Set<Thread> busy = ConcurrentHashMap.newKeySet();

  private ControlServer(
      ServerSocketChannel server, Function<ControlRequest, ControlReply> answers) {
    this.server = server;
    this.answers = answers;
  }

  /**
   * Listens; a file that a dead agent left behind is replaced.
   *
   * @param answers called on a thread of the connection; may wait
   */
  public static ControlServer open(Path path, Function<ControlRequest, ControlReply> answers)
      throws IOException {
    Files.deleteIfExists(path);
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(path));
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
    ControlServer opened = new ControlServer(server, answers);
    Thread.ofPlatform().daemon().name("control").start(opened::accept);
    return opened;
  }

  private void accept() {
    while (server.isOpen()) {
      try {
        SocketChannel client = server.accept();
        Thread thread =
            Thread.ofPlatform().daemon().name("control-client").unstarted(() -> serve(client));
        busy.add(thread);
        thread.start();
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException e) {
        LOG.warn("Cannot accept on the control socket reason=\"{}\"", e.getMessage());
      }
    }
  }

  private void serve(SocketChannel client) {
    try (client;
        BufferedReader lines =
            new BufferedReader(Channels.newReader(client, StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      if (line != null && line.length() <= MAX_LINE) {
        ControlReply reply = answer(line);
        ByteBuffer out =
            ByteBuffer.wrap(
                (JSON.writeValueAsString(reply) + "\n").getBytes(StandardCharsets.UTF_8));
        while (out.hasRemaining()) {
          client.write(out);
        }
      }
    } catch (IOException e) {
      LOG.debug("A client of the control socket is gone reason=\"{}\"", e.getMessage());
    } finally {
      busy.remove(Thread.currentThread());
    }
  }

  private ControlReply answer(String line) {
    try {
      return answers.apply(JSON.readValue(line, ControlRequest.class));
    } catch (JsonProcessingException e) {
      return new ControlReply(2, "not a request: " + e.getOriginalMessage(), null);
    }
  }

  /** Stops accepting and lets answers that are on their way arrive. */
  @Override
  public void close() throws IOException {
    server.close();
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LAST_ANSWERS_MILLIS);
    for (Thread thread : busy) {
      try {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left > 0) {
          thread.join(left);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}

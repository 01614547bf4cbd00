package io.scalws.agent.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.scalws.agent.admin.ControlReply;
import io.scalws.agent.admin.ControlRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Asks the agent. */
final class ControlClient {
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private final Path stateDirectory;

  ControlClient(Path stateDirectory) {
    this.stateDirectory = stateDirectory;
  }

  /** Sends one request and waits for its answer. */
  ControlReply ask(ControlRequest request) throws IOException {
    Path socket = stateDirectory.resolve("control.sock");
    if (!Files.exists(socket)) {
      throw new IOException(
          "no agent runs with the state directory "
              + stateDirectory
              + "; start one with scalws run, or name its directory with --state-dir");
    }
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      ByteBuffer line =
          ByteBuffer.wrap(
              (JSON.writeValueAsString(request) + "\n").getBytes(StandardCharsets.UTF_8));
      while (line.hasRemaining()) {
        channel.write(line);
      }
      BufferedReader lines =
          new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
      String answer = lines.readLine();
      if (answer == null) {
        throw new IOException(
            "the agent of " + stateDirectory + " ended before it answered; look at its log");
      }
      return JSON.readValue(answer, ControlReply.class);
    } catch (ConnectException e) {
      throw new IOException(
          "no agent answers at "
              + socket
              + " (it was killed, perhaps); its instances may serve on: scalws run with the same"
              + " state directory takes them over",
          e);
    }
  }
}

package io.scalws.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * The path between one UDP client and a server, on which every datagram can be looked at, changed
 * or lost: a function gives what is sent on, or an empty array for nothing.
 */
final class UdpPath implements AutoCloseable {
  private final DatagramSocket clientSide;
  private final DatagramSocket serverSide;
  private volatile SocketAddress client;

  private UdpPath(DatagramSocket clientSide, DatagramSocket serverSide) {
    this.clientSide = clientSide;
    this.serverSide = serverSide;
  }

  static UdpPath open(int serverPort, UnaryOperator<byte[]> up, UnaryOperator<byte[]> down)
      throws IOException {
    InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
    DatagramSocket clientSide = new DatagramSocket(new InetSocketAddress(loopback, 0));
    DatagramSocket serverSide = new DatagramSocket(new InetSocketAddress(loopback, 0));
    UdpPath path = new UdpPath(clientSide, serverSide);
    SocketAddress server = new InetSocketAddress(loopback, serverPort);
    Thread.ofPlatform()
        .daemon()
        .start(
            () ->
                pump(
                    clientSide,
                    packet -> {
                      path.client = packet.getSocketAddress();
                      path.send(serverSide, up.apply(octets(packet)), server);
                    }));
    Thread.ofPlatform()
        .daemon()
        .start(
            () ->
                pump(
                    serverSide,
                    packet -> path.send(clientSide, down.apply(octets(packet)), path.client)));
    return path;
  }

  private interface Sink {
    void accept(DatagramPacket packet) throws IOException;
  }

  private static void pump(DatagramSocket from, Sink to) {
    try {
      while (true) {
        DatagramPacket packet = new DatagramPacket(new byte[65536], 65536);
        from.receive(packet);
        to.accept(packet);
      }
    } catch (SocketException e) {
      // Closed.
      return;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] octets(DatagramPacket packet) {
    return Arrays.copyOf(packet.getData(), packet.getLength());
  }

  private void send(DatagramSocket from, byte[] octets, SocketAddress to) throws IOException {
    if (octets.length > 0 && to != null) {
      from.send(new DatagramPacket(octets, octets.length, to));
    }
  }

  /** Where clients send to. */
  int port() {
    return clientSide.getLocalPort();
  }

  @Override
  public void close() {
    clientSide.close();
    serverSide.close();
  }
}

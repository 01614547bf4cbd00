package io.scalws.e2e;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** Sends exactly the octets that a test wants and reads until the server ends the connection. */
final class RawConnection implements AutoCloseable {
  private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
  private static final int LIMIT_MILLIS = 20_000;

  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GO_AWAY = 7;
  static final int HEADERS = 1;
  static final int CONTINUATION = 9;

  /**
   * One HTTP/2 frame, RFC 9113 section 4.1.
   *
   * @param errorCode of RST_STREAM and GOAWAY; 0 of others
   */
  record Frame(int type, int stream, int errorCode) {}

  private final Socket socket;
  private final OutputStream out;

  private RawConnection(Socket socket) throws IOException {
    this.socket = socket;
    this.out = socket.getOutputStream();
  }

  /** Clear text, for HTTP/1.1. */
  static RawConnection open(int port) throws IOException {
    return of(new Socket(LOOPBACK, port));
  }

  /** TLS, and HTTP/2 begun. */
  static RawConnection openHttp2(int port) throws IOException {
    SSLSocket socket = (SSLSocket) trusting().getSocketFactory().createSocket(LOOPBACK, port);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    socket.setSSLParameters(parameters);
    RawConnection connection = of(socket);
    connection.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    connection.frame(SETTINGS, 0, 0);
    return connection;
  }

  private static RawConnection of(Socket socket) throws IOException {
    socket.setSoTimeout(LIMIT_MILLIS);
    socket.setTcpNoDelay(true);
    return new RawConnection(socket);
  }

  /** Trusts the tests' certificate and no other. */
  private static SSLContext trusting() throws IOException {
    try (InputStream in = Files.newInputStream(Path.of(Certificates.authority()))) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      store.setCertificateEntry(
          "tests", CertificateFactory.getInstance("X.509").generateCertificate(in));
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  void send(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  void frame(int type, int flags, int stream, int... payload) throws IOException {
    ByteArrayOutputStream octets = new ByteArrayOutputStream();
    for (int octet : new int[] {0, payload.length >> 8, payload.length, type, flags, 0, 0}) {
      octets.write(octet);
    }
    octets.write(stream >> 8);
    octets.write(stream);
    for (int octet : payload) {
      octets.write(octet);
    }
    out.write(octets.toByteArray());
  }

  /** Everything until the server closes; fails if it keeps the connection. */
  String readToEnd() throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  /** The frames until the server closes, or resets because we sent on; fails if it does neither. */
  List<Frame> framesToEnd() {
    List<Frame> frames = new ArrayList<>();
    try {
      while (true) {
        frames.add(nextFrame());
      }
    } catch (SocketTimeoutException e) {
      throw new AssertionError("the server keeps the connection after " + frames.size(), e);
    } catch (IOException e) {
      return frames;
    }
  }

  Frame nextFrame() throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
    int type = in.readUnsignedByte();
    in.readUnsignedByte();
    int stream = in.readInt() & 0x7fff_ffff;
    byte[] payload = new byte[length];
    in.readFully(payload);
    ByteBuffer fields = ByteBuffer.wrap(payload);
    int errorCode =
        switch (type) {
          case RST_STREAM -> fields.getInt(0);
          case GO_AWAY -> fields.getInt(4);
          default -> 0;
        };
    return new Frame(type, stream, errorCode);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

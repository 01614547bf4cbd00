package io.scalws.server;

import io.scalws.certificates.CertificateException;
import io.scalws.certificates.SelfSigned;
import io.scalws.linux.Errno;
import io.scalws.linux.Fd;
import io.scalws.linux.SyscallException;
import io.scalws.linux.TcpListener;
import io.scalws.linux.UdpSocket;
import io.scalws.planning.spec.CertificateFiles;
import io.scalws.planning.spec.Listener;
import io.scalws.planning.spec.ParseResult;
import io.scalws.planning.spec.ResolvedSpecification.NodeFacts;
import io.scalws.planning.spec.RuntimeModel;
import io.scalws.planning.spec.SourceFile;
import io.scalws.planning.spec.SpecParser;
import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.KeyEpoch;
import io.scalws.protocol.message.Secret;
import io.scalws.protocol.socket.SocketIdentity;
import io.scalws.protocol.socket.Transport;
import io.scalws.server.admin.AdminEndpoint;
import io.scalws.server.lifecycle.ServerState;
import io.scalws.server.quic.SocketReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One instance without an agent: binds the sockets of its specification and reads them itself. */
final class Alone {
  private static final Logger LOG = LoggerFactory.getLogger(Alone.class);
  private static final int BACKLOG = 4096;

  private final ScalwsdConfig.Mode.Alone config;
  private final InetSocketAddress adminAddress;
  private final List<SocketReader> readers = new ArrayList<>();

  Alone(ScalwsdConfig.Mode.Alone config, InetSocketAddress adminAddress) {
    this.config = config;
    this.adminAddress = adminAddress;
  }

  int run() throws IOException, InterruptedException {
    String text;
    try {
      text = Files.readString(config.file());
    } catch (IOException e) {
      System.err.println("scalwsd: " + config.file() + " cannot be read: " + e + "; name a file");
      return 2;
    }
    try (TemporaryFolder throwAway = TemporaryFolder.make("scalwsd")) {
      NodeFacts facts =
          new NodeFacts(
              Files.exists(Path.of("/proc/net/if_inet6")),
              config.secrets().orElse(Path.of("secrets")).toAbsolutePath().toString(),
              throwAway.path().toString());
      SourceFile source = new SourceFile(config.file().toString(), text);
      return switch (SpecParser.parse(List.of(source), facts, 1)) {
        case ParseResult.Rejected rejected -> {
          rejected.violations().forEach(System.err::println);
          yield 2;
        }
        case ParseResult.Parsed parsed -> serve(parsed.model());
      };
    }
  }

  private static void makeSelfSigned(RuntimeModel model) throws IOException {
    for (Listener listener : model.listeners()) {
      for (Listener.Certificate each :
          listener.tls().map(Listener.Tls::certificates).orElse(List.of())) {
        if (each.selfSigned()) {
          CertificateFiles files = each.files();
          try {
            SelfSigned.make(Path.of(files.certificate()), Path.of(files.key()), each.hostnames());
          } catch (GeneralSecurityException e) {
            throw new IOException("no self-signed certificate can be made: " + e.getMessage(), e);
          }
          LOG.warn(
              "listener {} has a throw-away certificate, which clients refuse unless told not to",
              listener.name());
        }
      }
    }
  }

  private int serve(RuntimeModel model) throws IOException, InterruptedException {
    InstanceIdentity identity =
        new InstanceIdentity(
            model.name().name() + "-1", new ServerId(0, randomEpoch(), 1), List.of(randomKeys()));
    makeSelfSigned(model);
    WebServer server;
    try {
      server = new WebServer(identity, model, () -> true);
    } catch (CertificateException e) {
      System.err.println("scalwsd: " + e.getMessage());
      return 2;
    }
    int status = 1;
    CountDownLatch asked = new CountDownLatch(1);
    Termination termination = Termination.watch(asked::countDown);
    try (AdminEndpoint admin =
        AdminEndpoint.open(
            adminAddress,
            () -> server.metrics().toString(),
            () -> server.state() == ServerState.SERVING)) {
      open(server);
      server.prepared();
      server.activate();
      model.identities().forEach(System.out::println);
      System.out.println("admin http://" + admin.address());
      System.out.println("ready");
      asked.await();
      server.drain(model.drain().timeout());
      status = 0;
    } catch (SyscallException e) {
      System.err.println("scalwsd: " + e.getMessage() + "; " + mending(e.errno()));
    } finally {
      readers.forEach(SocketReader::close);
      server.close();
      termination.finished(status);
    }
    return status;
  }

  private void open(WebServer server) throws SyscallException {
    for (SocketIdentity tcp : server.identities(Transport.TCP)) {
      server.openTcp(tcp, TcpListener.bind(tcp.toInetSocketAddress(), BACKLOG));
    }
    for (SocketIdentity udp : server.identities(Transport.UDP)) {
      InetSocketAddress address = udp.toInetSocketAddress();
      Fd fd = UdpSocket.bindAlone(address);
      Fd read = fd.duplicate();
      QuicListener listener = server.openUdp(udp, fd);
      SocketReader reader = new SocketReader(read, address, listener.channel());
      readers.add(reader);
      reader.start();
    }
  }

  private static String mending(Errno errno) {
    if (errno.equals(Errno.EADDRINUSE)) {
      return "another process listens there: end it (ss -lntup shows it) or change the port";
    }
    if (errno.equals(Errno.EACCES)) {
      return "ports below 1024 need CAP_NET_BIND_SERVICE: choose a higher one";
    }
    return "correct the listener's address and port";
  }

  private static int randomEpoch() {
    return new SecureRandom().nextInt(0x1_0000);
  }

  /** Nobody else has to understand them. */
  private static KeyEpoch randomKeys() {
    return new KeyEpoch(0, 0, random(16), random(32), random(48), random(32));
  }

  private static Secret random(int length) {
    byte[] octets = new byte[length];
    new SecureRandom().nextBytes(octets);
    return Secret.of(octets);
  }
}

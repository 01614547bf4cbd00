package io.scalws.server;

import io.scalws.linux.Fd;
import io.scalws.linux.SyscallException;
import io.scalws.linux.TcpListener;
import io.scalws.linux.UdpSocket;
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
import io.scalws.server.tls.CertificateException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** One instance without an agent: binds the sockets of its specification and reads them itself. */
final class Alone {
  private static final int BACKLOG = 4096;

  private final ScalwsdConfig.Mode.Alone config;
  private final InetSocketAddress adminAddress;
  private final List<SocketReader> readers = new ArrayList<>();

  Alone(ScalwsdConfig.Mode.Alone config, InetSocketAddress adminAddress) {
    this.config = config;
    this.adminAddress = adminAddress;
  }

  int run() throws IOException, InterruptedException {
    Path secrets = config.secrets().orElse(Path.of("secrets")).toAbsolutePath();
    NodeFacts facts =
        new NodeFacts(
            Files.exists(Path.of("/proc/net/if_inet6")),
            secrets.toString(),
            secrets.resolve("self-signed").toString());
    SourceFile source = new SourceFile(config.file().toString(), Files.readString(config.file()));
    return switch (SpecParser.parse(List.of(source), facts, 1)) {
      case ParseResult.Rejected rejected -> {
        rejected.violations().forEach(System.err::println);
        yield 2;
      }
      case ParseResult.Parsed parsed -> serve(parsed.model());
    };
  }

  private int serve(RuntimeModel model) throws IOException, InterruptedException {
    InstanceIdentity identity =
        new InstanceIdentity(
            model.name().name() + "-1", new ServerId(0, randomEpoch(), 1), List.of(randomKeys()));
    WebServer server;
    try {
      server = new WebServer(identity, model, () -> true);
    } catch (CertificateException e) {
      System.err.println("scalwsd: " + e.getMessage());
      return 2;
    }
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
      System.out.println("admin http://" + admin.address());
      System.out.println("ready");
      asked.await();
      server.drain(model.drain().timeout());
      return 0;
    } finally {
      readers.forEach(SocketReader::close);
      server.close();
      termination.finished();
    }
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

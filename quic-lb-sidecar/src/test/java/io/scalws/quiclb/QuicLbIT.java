package io.scalws.quiclb;

import static org.assertj.core.api.Assertions.assertThat;

import io.scalws.linux.Fd;
import io.scalws.linux.SocketFacts;
import io.scalws.linux.TcpListener;
import io.scalws.linux.UdpSocket;
import io.scalws.protocol.cid.CidCodec;
import io.scalws.protocol.cid.CidKey;
import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.AgentMessage;
import io.scalws.protocol.message.AgentMessage.Grant;
import io.scalws.protocol.message.AgentMessage.GrantedSocket;
import io.scalws.protocol.message.AgentMessage.GrantedSockets;
import io.scalws.protocol.message.AgentMessage.HandBack;
import io.scalws.protocol.message.AgentMessage.HandedBack;
import io.scalws.protocol.message.AgentMessage.Hello;
import io.scalws.protocol.message.AgentMessage.Owners;
import io.scalws.protocol.message.AgentMessage.ReaderState;
import io.scalws.protocol.message.AgentMessage.Refused;
import io.scalws.protocol.message.AgentMessage.Registrations;
import io.scalws.protocol.message.AgentMessage.Report;
import io.scalws.protocol.message.AgentMessage.SocketClaim;
import io.scalws.protocol.message.Decoded;
import io.scalws.protocol.message.DemuxMessage;
import io.scalws.protocol.message.DemuxMessage.Heartbeat;
import io.scalws.protocol.message.DemuxMessage.RefusalReason;
import io.scalws.protocol.message.DemuxMessage.RefusedRegistration;
import io.scalws.protocol.message.DemuxMessage.Register;
import io.scalws.protocol.message.DemuxMessage.Registered;
import io.scalws.protocol.message.DemuxMessageCodec;
import io.scalws.protocol.message.HopProof;
import io.scalws.protocol.message.KeyEpoch;
import io.scalws.protocol.message.Measure;
import io.scalws.protocol.message.Secret;
import io.scalws.protocol.message.SocketKind;
import io.scalws.protocol.socket.IpAddress;
import io.scalws.protocol.socket.SocketIdentity;
import io.scalws.protocol.socket.Transport;
import io.scalws.quiclb.route.Packets;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.newsclub.net.unix.AFSocketType;
import org.newsclub.net.unix.AFUNIXDatagramSocket;
import org.newsclub.net.unix.AFUNIXSocketAddress;
import org.newsclub.net.unix.FileDescriptorCast;

/** The process itself, between a fake agent, fake instances and a real client socket. */
class QuicLbIT {
  private static final ServerId A = new ServerId(0, 1, 1);
  private static final ServerId B = new ServerId(0, 1, 2);
  private static final Secret HOP_KEY = Secret.of(new byte[32]);
  private static final CidKey KEY = CidKey.of(0, new byte[16]);
  private static final int UDP = 1;
  private static final int TCP = 2;

  @TempDir private Path folder;
  private final CidCodec codec = new CidCodec(KEY);
  private final List<Process> processes = new ArrayList<>();
  private FakeAgent agent;
  private Fd reader;
  private Fd listener;
  private InetSocketAddress address;
  private DatagramSocket client;

  @BeforeEach
  void open() throws IOException {
    InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
    agent = new FakeAgent(folder.resolve("agent.sock"));
    reader = UdpSocket.bindReader(new InetSocketAddress(loopback, 0));
    listener = TcpListener.bind(new InetSocketAddress(loopback, 0), 16);
    address = SocketFacts.localAddress(reader.number());
    client = new DatagramSocket();
  }

  @AfterEach
  void close() throws Exception {
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
    client.close();
    reader.close();
    listener.close();
    agent.close();
  }

  private Process start(String id, Duration gatherDeadline) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx32m",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "io.scalws.quiclb.QuicLb",
                "--agent-socket",
                folder.resolve("agent.sock").toString(),
                "--id",
                id,
                "--gather-deadline",
                Long.toString(gatherDeadline.toMillis()))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(id + ".log").toFile())
            .start();
    processes.add(process);
    return process;
  }

  private SocketIdentity identity(Transport transport, Fd fd) throws IOException {
    InetSocketAddress local = SocketFacts.localAddress(fd.number());
    return new SocketIdentity(transport, IpAddress.of(local.getAddress()), local.getPort());
  }

  private Grant grant(long term) throws IOException {
    return new Grant(
        term,
        Optional.empty(),
        Optional.empty(),
        List.of(
            new KeyEpoch(
                0, KEY.rotation(), Secret.of(KEY.octets()), Secret.NONE, Secret.NONE, Secret.NONE)),
        HOP_KEY,
        new GrantedSockets(
            false,
            List.of(
                new GrantedSocket(UDP, identity(Transport.UDP, reader), SocketKind.READER),
                new GrantedSocket(TCP, identity(Transport.TCP, listener), SocketKind.LISTENER))));
  }

  private FakeOwner connect(Process quicLb) throws IOException {
    AFUNIXDatagramSocket socket = AFUNIXDatagramSocket.newInstance(AFSocketType.SOCK_SEQPACKET);
    Path path = folder.resolve("quic-lb").resolve(quicLb.pid() + ".sock");
    socket.connect(AFUNIXSocketAddress.of(path));
    // The library shuts a connection down when it closes it, so it has to stay open.
    int fd = FileDescriptorCast.using(socket.getFileDescriptor()).as(Integer.class);
    return new FakeOwner(Fd.duplicateOf(fd), socket);
  }

  private FakeOwner register(Process quicLb, ServerId id) throws IOException {
    FakeOwner owner = connect(quicLb);
    owner.send(DemuxMessageCodec.encode(new Register(id, HopProof.of(HOP_KEY, id), List.of(UDP))));
    assertThat(answer(owner)).isEqualTo(new Registered());
    return owner;
  }

  private static DemuxMessage answer(FakeOwner owner) throws IOException {
    return switch (DemuxMessageCodec.decode(owner.message())) {
      case Decoded.Message<DemuxMessage>(DemuxMessage message) -> message;
      case Decoded.Rejected<DemuxMessage> rejected -> throw new AssertionError(rejected);
    };
  }

  private byte[] send(ServerId id, int length) throws IOException {
    byte[] datagram = Packets.shortHeader(codec.encode(id, length), length);
    client.send(new DatagramPacket(datagram, datagram.length, address));
    return datagram;
  }

  @Test
  void readsOnlyWhenTheExpectedInstancesAreRegistered() throws Exception {
    Process process = start("quic-lb-1", Duration.ofHours(1));
    try (FakeAgent.Child child = agent.accept()) {
      Hello hello = child.await(Hello.class);
      assertThat(hello.id()).isEqualTo("quic-lb-1");
      assertThat(hello.role()).isEqualTo(AgentMessage.Role.QUIC_LB);
      assertThat(hello.held()).isEmpty();
      byte[] early = send(A, 100);
      child.send(grant(1), reader, listener);
      child.send(new Owners(0, 1, 3, List.of(A, B)));
      child.await(Registrations.class, news -> news.state() == ReaderState.STARTING);

      try (FakeOwner a = register(process, A)) {
        child.await(Registrations.class, news -> news.registered().equals(List.of(A)));
        assertThat(a.frames()).isEmpty();
        try (FakeOwner b = register(process, B)) {
          child.await(Registrations.class, news -> news.state() == ReaderState.SERVING);
          assertThat(FakeOwner.parse(a.message()).getFirst().payload()).isEqualTo(early);
          byte[] late = send(B, 60);
          assertThat(FakeOwner.parse(b.message()).getFirst().payload()).isEqualTo(late);
        }
        // Its connection's end is told, and does not make it dead.
        child.await(Registrations.class, news -> news.registered().equals(List.of(A)));
      }
      Report report = child.await(Report.class);
      assertThat(report.measures()).containsKeys(Measure.DATAGRAMS_RECEIVED_TOTAL);
      assertThat(metrics(hello.adminAddress()))
          .contains("scalws_quiclb_datagrams_total{outcome=\"forwarded_by_id\"} 2")
          .contains("scalws_quiclb_serving 1");
      process.destroy();
      assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
      assertThat(folder.resolve("quic-lb").resolve(process.pid() + ".sock")).doesNotExist();
    }
  }

  @Test
  void afterTheDeadlineItReadsWithoutThem() throws Exception {
    Process process = start("quic-lb-1", Duration.ofMillis(200));
    try (FakeAgent.Child child = agent.accept()) {
      child.send(grant(1), reader, listener);
      child.send(new Owners(0, 1, 3, List.of(A, B)));
      child.await(Registrations.class, news -> news.state() == ReaderState.SERVING);
      try (FakeOwner a = register(process, A)) {
        send(A, 60);
        assertThat(FakeOwner.parse(a.message())).hasSize(1);
      }
    }
  }

  @Test
  void whoShowsNoProofIsTurnedAway() throws Exception {
    Process process = start("quic-lb-1", Duration.ZERO);
    try (FakeAgent.Child child = agent.accept()) {
      child.send(grant(1), reader, listener);
      child.send(new Owners(0, 1, 3, List.of(A, B)));
      child.await(Registrations.class, news -> news.state() == ReaderState.SERVING);

      refused(process, new Register(A, HopProof.of(HOP_KEY, B), List.of()), RefusalReason.PROOF);
      refused(process, new Register(A, Secret.NONE, List.of()), RefusalReason.PROOF);
      refused(process, new Heartbeat(1, List.of()), RefusalReason.PROTOCOL);
      try (FakeOwner a = register(process, A)) {
        refused(process, new Register(A, HopProof.of(HOP_KEY, A), List.of()), RefusalReason.TAKEN);
        a.send(DemuxMessageCodec.encode(new Heartbeat(1, List.of())));
        child.await(
            Registrations.class,
            news -> news.registered().equals(List.of(A)) && news.placeable().isEmpty());
        a.send(DemuxMessageCodec.encode(new Heartbeat(2, List.of(UDP))));
        child.await(Registrations.class, news -> news.placeable().equals(List.of(A)));
        // Three missed heartbeats.
        child.await(Registrations.class, news -> news.placeable().isEmpty());
        send(A, 60);
        assertThat(FakeOwner.parse(a.message())).hasSize(1);
      }
    }
  }

  private void refused(Process process, DemuxMessage message, RefusalReason reason)
      throws IOException {
    try (FakeOwner stranger = connect(process)) {
      stranger.send(DemuxMessageCodec.encode(message));
      assertThat(answer(stranger))
          .isInstanceOfSatisfying(
              RefusedRegistration.class, refused -> assertThat(refused.reason()).isEqualTo(reason));
      assertThat(stranger.message()).isEmpty();
    }
  }

  @Test
  void servesOnWithoutAnAgentAndHandsItsSocketsToTheNextOne() throws Exception {
    Process process = start("quic-lb-1", Duration.ofSeconds(5));
    FakeOwner a;
    try (FakeAgent.Child child = agent.accept()) {
      child.send(grant(4), reader, listener);
      child.send(new Owners(0, 1, 3, List.of()));
      child.await(Registrations.class, news -> news.state() == ReaderState.SERVING);
      a = register(process, A);
    }
    agent.close();
    send(A, 60);
    assertThat(FakeOwner.parse(a.message())).hasSize(1);

    agent = new FakeAgent(folder.resolve("agent.sock"));
    try (FakeAgent.Child child = agent.accept()) {
      Hello hello = child.await(Hello.class);
      assertThat(hello.agentTerm()).isEqualTo(4);
      assertThat(hello.held())
          .extracting(AgentMessage.HeldSocket::inode)
          .containsExactly(reader.inode(), listener.inode());
      SocketClaim udp = new SocketClaim(identity(Transport.UDP, reader), SocketKind.READER);
      SocketClaim tcp = new SocketClaim(identity(Transport.TCP, listener), SocketKind.LISTENER);
      child.send(new HandBack(List.of(tcp, udp)));
      HandedBack back = child.await(HandedBack.class);
      assertThat(back.sockets())
          .extracting(AgentMessage.HeldSocket::inode)
          .containsExactly(listener.inode(), reader.inode());
      assertThat(child.received()).hasSize(2);
      assertThat(child.received().get(1).inode()).isEqualTo(reader.inode());

      child.send(grant(5), reader, listener);
      child.await(Registrations.class, news -> news.registered().equals(List.of(A)));
      send(A, 61);
      assertThat(FakeOwner.parse(a.message())).hasSize(1);
    }
    a.close();
  }

  @Test
  void theStandbyTakesOverWhenTheReaderIsKilled() throws Exception {
    Process first = start("quic-lb-1", Duration.ZERO);
    try (FakeAgent.Child serving = agent.accept()) {
      serving.send(grant(1), reader, listener);
      serving.send(new Owners(0, 1, 3, List.of(A)));
      serving.await(Registrations.class, news -> news.state() == ReaderState.SERVING);
      Process second = start("quic-lb-2", Duration.ofHours(1));
      try (FakeAgent.Child standby = agent.accept();
          FakeOwner atFirst = register(first, A)) {
        standby.send(grant(1), reader, listener);
        standby.send(new Owners(0, 1, 3, List.of(A)));
        standby.await(Registrations.class, news -> news.state() == ReaderState.STANDBY);
        try (FakeOwner atSecond = register(second, A)) {
          send(A, 60);
          assertThat(FakeOwner.parse(atFirst.message())).hasSize(1);
          assertThat(atSecond.frames()).isEmpty();

          first.destroyForcibly().waitFor();
          byte[] meanwhile = send(A, 61);
          standby.await(Registrations.class, news -> news.state() == ReaderState.SERVING);
          assertThat(FakeOwner.parse(atSecond.message()).getFirst().payload()).isEqualTo(meanwhile);
        }
      }
    }
  }

  @Test
  void aProcessThatTheAgentNeverTakesEndsWithItsReason() throws Exception {
    Process process = start("quic-lb-9", Duration.ZERO);
    try (FakeAgent.Child child = agent.accept()) {
      child.await(Hello.class);
      child.send(
          new Refused(AgentMessage.RefusalReason.UNKNOWN_PEER, "nobody started it", Duration.ZERO));
      assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(1);
      assertThat(Files.readString(folder.resolve("quic-lb-9.log"))).contains("nobody started it");
    }
  }

  private static String metrics(String adminAddress) throws Exception {
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://" + adminAddress + "/metrics")).build();
      return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
  }
}

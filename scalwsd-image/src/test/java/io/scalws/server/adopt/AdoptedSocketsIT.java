package io.scalws.server.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.scalws.linux.Fd;
import io.scalws.linux.SocketFacts;
import io.scalws.linux.TcpListener;
import io.scalws.linux.UdpSocket;
import io.scalws.protocol.message.AgentMessage.GrantedSocket;
import io.scalws.protocol.message.AgentMessage.SocketClaim;
import io.scalws.protocol.message.SocketKind;
import io.scalws.protocol.socket.GenerationId;
import io.scalws.protocol.socket.IpAddress;
import io.scalws.protocol.socket.SocketIdentity;
import io.scalws.protocol.socket.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdoptedSocketsIT {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private static SocketIdentity identity(Transport transport, Fd fd) throws IOException {
    InetSocketAddress local = SocketFacts.localAddress(fd.number());
    return new SocketIdentity(transport, IpAddress.of(local.getAddress()), local.getPort());
  }

  @Test
  void whatIsCalledByItsNameIsTakenAndHandedBack() throws Exception {
    Fd tcp = TcpListener.bind(ANY_PORT, 10);
    Fd udp = UdpSocket.bindAlone(ANY_PORT);
    SocketIdentity tcpIdentity = identity(Transport.TCP, tcp);
    SocketIdentity udpIdentity = identity(Transport.UDP, udp);
    try (AdoptedSockets sockets =
        AdoptedSockets.of(
            List.of(
                new GrantedSocket(0, tcpIdentity, SocketKind.LISTENER),
                new GrantedSocket(1, udpIdentity, SocketKind.SEND_ONLY)),
            List.of(tcp, udp),
            List.of(new GenerationId(1)))) {
      assertThat(sockets.held()).extracting(held -> held.inode()).contains(tcp.inode());
      List<Fd> given = new ArrayList<>();
      var handed =
          sockets.handBack(
              List.of(
                  new SocketClaim(tcpIdentity, SocketKind.LISTENER),
                  new SocketClaim(udpIdentity, SocketKind.READER)),
              given);
      assertThat(handed).as("no reader is held").hasSize(1);
      assertThat(given.getFirst().inode()).isEqualTo(tcp.inode());
      given.forEach(Fd::close);
    }
    assertThat(tcp.isOpen()).isFalse();
  }

  @Test
  void oneThatIsSomethingElseRefusesAllOfThem() throws Exception {
    Fd tcp = TcpListener.bind(ANY_PORT, 10);
    Fd udp = UdpSocket.bindAlone(ANY_PORT);
    SocketIdentity tcpIdentity = identity(Transport.TCP, tcp);
    SocketIdentity wrong =
        new SocketIdentity(Transport.UDP, IpAddress.parse("127.0.0.9").orElseThrow(), 9);
    List<GrantedSocket> announced =
        List.of(
            new GrantedSocket(0, tcpIdentity, SocketKind.LISTENER),
            new GrantedSocket(1, wrong, SocketKind.SEND_ONLY));
    assertThatThrownBy(() -> AdoptedSockets.of(announced, List.of(tcp, udp), List.of()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("udp/127.0.0.9:9")
        .hasMessageContaining("refused");
    assertThat(tcp.isOpen()).isFalse();
    assertThat(udp.isOpen()).isFalse();
  }
}

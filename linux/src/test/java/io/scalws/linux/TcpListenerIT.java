package io.scalws.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TcpListenerIT {
  @ParameterizedTest
  @CsvSource({"127.0.0.1,127.0.0.1", "::1,::1", "0.0.0.0,127.0.0.1", "::,::1"})
  void listensOnWhatItIsBoundTo(String host, String reachable) throws IOException {
    try (Fd listener = TcpListener.bind(Loopback.at(host, 0), 16)) {
      SocketFacts facts = SocketFacts.of(listener.number());
      assertThat(facts.type()).isEqualTo(SocketFacts.Type.TCP);
      assertThat(facts.listening()).isTrue();
      assertThat(facts.inode()).isEqualTo(listener.inode()).isPositive();
      assertThat(facts.local().getAddress()).isEqualTo(InetAddress.ofLiteral(host));
      connect(Loopback.at(reachable, facts.local().getPort()));
    }
  }

  @Test
  void bothWildcardsOfOnePortLiveSideBySide() throws IOException {
    try (Fd ipv4 = TcpListener.bind(Loopback.at("0.0.0.0", 0), 16)) {
      int port = SocketFacts.localAddress(ipv4.number()).getPort();
      try (Fd ipv6 = TcpListener.bind(Loopback.at("::", port), 16)) {
        assertThat(SocketFacts.localAddress(ipv6.number()).getPort()).isEqualTo(port);
        connect(Loopback.at("127.0.0.1", port));
        connect(Loopback.at("::1", port));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"127.0.0.1,127.0.0.1", "::1,[::1]", "::,[::]"})
  void anAddressInUseIsRefusedByName(String host, String text) throws IOException {
    try (Fd first = TcpListener.bind(Loopback.at(host, 0), 16)) {
      InetSocketAddress taken = SocketFacts.localAddress(first.number());
      assertThatThrownBy(() -> TcpListener.bind(taken, 16))
          .isInstanceOfSatisfying(
              SyscallException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EADDRINUSE))
          .hasMessage(
              "bind(tcp %s:%d): EADDRINUSE (address already in use)", text, taken.getPort());
    }
  }

  @Test
  void anAddressOfNobodyIsRefusedByName() {
    assertThatThrownBy(() -> TcpListener.bind(Loopback.at("203.0.113.7", 8443), 16))
        .hasMessage("bind(tcp 203.0.113.7:8443): EADDRNOTAVAIL (cannot assign requested address)");
  }

  @Test
  void severalSharedListenersHoldOneAddress() throws IOException {
    try (Fd first = TcpListener.bindShared(Loopback.at("127.0.0.1", 0), 16);
        Fd second = TcpListener.bindShared(SocketFacts.localAddress(first.number()), 16)) {
      assertThat(second.inode()).isNotEqualTo(first.inode());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "::1"})
  void refusesAndListensAgainWithTheSameSocket(String host) throws IOException {
    InetSocketAddress address;
    try (Fd free = TcpListener.bind(Loopback.at(host, 0), 16)) {
      address = SocketFacts.localAddress(free.number());
    }
    try (Fd listener = TcpListener.bind(address, 16);
        Fd duplicate = listener.duplicate()) {
      long inode = listener.inode();

      TcpListener.refuse(duplicate);
      assertThat(TcpListener.isListening(listener)).isFalse();
      assertThatThrownBy(() -> connect(address)).isInstanceOf(ConnectException.class);

      TcpListener.listen(listener, 16);
      assertThat(TcpListener.isListening(duplicate)).isTrue();
      connect(address);
      assertThat(listener.inode()).isEqualTo(inode);
    }
  }

  @Test
  void tellsHowFullTheAcceptQueueIs() throws IOException {
    try (Fd listener = TcpListener.bind(Loopback.at("127.0.0.1", 0), 7)) {
      assertThat(TcpListener.acceptQueue(listener)).isEqualTo(new TcpListener.AcceptQueue(0, 7));
      InetSocketAddress address = SocketFacts.localAddress(listener.number());
      try (Socket first = new Socket(address.getAddress(), address.getPort());
          Socket second = new Socket(address.getAddress(), address.getPort())) {
        assertThat(first.isConnected() && second.isConnected()).isTrue();
        assertThat(TcpListener.acceptQueue(listener)).isEqualTo(new TcpListener.AcceptQueue(2, 7));
      }
    }
  }

  private static void connect(InetSocketAddress address) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(address, 2_000);
    }
  }
}

package io.scalws.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.scalws.e2e.Commands.Result;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Garbage on the UDP port: HTTP/3 goes on, nobody is answered with more than three times what he
 * sent, no stateless reset is provoked, and the demultiplexer has accounted for every datagram.
 */
class WireGarbageIT {
  private static final int MAX_LENGTH = 1500;
  private static final int INITIAL_V1 = 0xc3;
  private static final int SHORT_HEADER = 0x41;
  private static final int VERSION_1 = 1;
  private static final int UNKNOWN_VERSION = 0x5a5a5a5a;
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** The kernel's receive buffer must not overflow: nothing is proved by what it drops. */
  private static final int BURST = 50;

  private static int port;
  private static Host host;
  private static DemuxMetrics metrics;

  /** The same garbage each time. */
  private final Random random = new Random(4711);

  private DatagramSocket socket;
  private long accountedBefore;
  private long datagramsSent;
  private long octetsSent;
  private long octetsReceived;

  @BeforeAll
  static void start() throws IOException {
    port = Host.freePort();
    host =
        Host.start(
            Specifications.runtime(
                2,
                List.of(Specifications.https("https", "127.0.0.1", port)),
                List.of(Specifications.hello())));
    metrics = DemuxMetrics.of(host, port);
  }

  @AfterAll
  static void stop() {
    if (host != null) {
      host.close();
    }
  }

  @BeforeEach
  void open() throws IOException {
    // Not connected: a connected one of the JDK does not send datagrams without an octet.
    socket = new DatagramSocket();
    accountedBefore = metrics.accounted();
  }

  @AfterEach
  void everythingIsAccountedForAndHttp3GoesOn() throws IOException {
    long expected = accountedBefore + datagramsSent;
    Host.await("account of " + datagramsSent, LIMIT, () -> metrics.accounted() >= expected);
    assertThat(metrics.accounted()).isEqualTo(expected);
    receive(100);
    socket.close();
    assertThat(octetsReceived).isLessThanOrEqualTo(3 * octetsSent);
    Result result =
        Clients.curl(
            "--http3-only",
            "--cacert",
            Certificates.authority(),
            "https://127.0.0.1:" + port + "/hello");
    assertThat(result.succeeded().out()).isEqualTo("hello\n");
  }

  private void send(byte[] datagram) throws IOException {
    InetAddress server = InetAddress.ofLiteral("127.0.0.1");
    socket.send(new DatagramPacket(datagram, datagram.length, server, port));
    datagramsSent++;
    octetsSent += datagram.length;
    if (datagramsSent % BURST == 0) {
      long expected = accountedBefore + datagramsSent;
      Host.await("account of " + datagramsSent, LIMIT, () -> metrics.accounted() >= expected);
      receive(1);
    }
  }

  private void receive(int millis) throws IOException {
    byte[] buffer = new byte[MAX_LENGTH];
    socket.setSoTimeout(millis);
    try {
      while (true) {
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        socket.receive(packet);
        octetsReceived += packet.getLength();
        // RFC 9000 section 10.3: a stateless reset looks like a short header.
        assertThat(buffer[0] & 0x80).as("an answer with a long header").isNotZero();
      }
    } catch (SocketTimeoutException e) {
      // That was all.
    }
  }

  private byte[] random(int length) {
    byte[] octets = new byte[length];
    random.nextBytes(octets);
    return octets;
  }

  /** A long header with random octets behind the connection ids, as long as is asked for. */
  private byte[] longHeader(int first, int version, byte[] dcid, int length) {
    ByteArrayOutputStream packet = new ByteArrayOutputStream();
    packet.write(first);
    packet.writeBytes(ByteBuffer.allocate(4).putInt(version).array());
    packet.write(dcid.length);
    packet.writeBytes(dcid);
    packet.write(8);
    packet.writeBytes(random(8));
    packet.writeBytes(random(Math.max(0, length - packet.size())));
    return packet.toByteArray();
  }

  @Test
  void randomDatagramsOfEveryLength() throws IOException {
    for (int length = 0; length <= MAX_LENGTH; length++) {
      send(random(length));
    }
  }

  @Test
  void initialsThatAreTooSmall() throws IOException {
    long before = metrics.outcome("dropped_small_initial");
    for (int length = 40; length < 1200; length += 29) {
      send(longHeader(INITIAL_V1, VERSION_1, random(8), length));
    }
    long sent = datagramsSent;
    Host.await("count", LIMIT, () -> metrics.outcome("dropped_small_initial") >= before + sent);
    receive(100);
    assertThat(octetsReceived).isZero();
  }

  @Test
  void connectionIdsOfEveryLength() throws IOException {
    for (int length = 0; length <= 255; length = length < 25 ? length + 1 : length + 23) {
      send(longHeader(INITIAL_V1, VERSION_1, random(length), 1200));
      send(longHeader(INITIAL_V1, UNKNOWN_VERSION, random(length), 1200));
    }
  }

  @Test
  void unknownVersionsAreAnsweredOnlyIfTheyAreLargeEnough() throws IOException {
    long answered = metrics.outcome("answered_version");
    long dropped = metrics.outcome("dropped_version");
    for (int i = 0; i < 20; i++) {
      send(longHeader(INITIAL_V1, UNKNOWN_VERSION, random(8), 1200));
      send(longHeader(INITIAL_V1, UNKNOWN_VERSION, random(8), 100));
    }
    Host.await("answers", LIMIT, () -> metrics.outcome("answered_version") == answered + 20);
    Host.await("drops", LIMIT, () -> metrics.outcome("dropped_version") == dropped + 20);
  }

  @Test
  void coalescedPackets() throws IOException {
    for (int i = 0; i < 20; i++) {
      ByteArrayOutputStream datagram = new ByteArrayOutputStream();
      datagram.writeBytes(longHeader(INITIAL_V1, VERSION_1, random(8), 500));
      datagram.writeBytes(longHeader(0xe3, VERSION_1, random(8), 500));
      datagram.write(SHORT_HEADER);
      datagram.writeBytes(random(300));
      send(datagram.toByteArray());
    }
  }

  @Test
  void idsOfUnknownServers() throws IOException {
    for (int i = 0; i < 200; i++) {
      byte[] datagram = random(60);
      datagram[0] = SHORT_HEADER;
      // The first octet of our ids is the rotation and the length that follows.
      datagram[1] = 16;
      send(datagram);
    }
    receive(100);
    assertThat(octetsReceived).isZero();
  }
}

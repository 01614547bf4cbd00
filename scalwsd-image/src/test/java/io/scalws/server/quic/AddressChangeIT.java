package io.scalws.server.quic;

import static org.assertj.core.api.Assertions.assertThat;

import io.scalws.server.exchange.Outcome;
import io.scalws.server.quic.TestClient.Answer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Transfers during which the client's address changes and all that was under way to it is lost. */
class AddressChangeIT {
  private static final long DELAY_MILLIS = 5;
  private static final int CID = 16;
  private static final int MEGABYTE = 1_000_000;

  private TestServer server;
  private Relay relay;
  private TestClient client;

  private void start(String host, Relay.Plan plan, int cidLength) throws Exception {
    server = new TestServer(new InetSocketAddress(InetAddress.ofLiteral(host), 0));
    relay =
        new Relay(
            new InetSocketAddress(InetAddress.ofLiteral(host), server.port()), plan, DELAY_MILLIS);
    client = new TestClient(relay.address(), server.certificate.getCertificate(), cidLength);
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    relay.close();
    server.close();
  }

  private static Answer of(CompletableFuture<Answer> answer) throws Exception {
    return answer.get(30, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 1, false, 16",
    "127.0.0.1, 3, false, 16",
    "127.0.0.1, 10, false, 16",
    "127.0.0.1, 3, true, 16",
    "127.0.0.1, 3, false, 0",
    "::1, 3, false, 16"
  })
  void aDownloadSurvives(String host, int changes, boolean newHost, int cidLength)
      throws Exception {
    start(host, new Relay.Plan(MEGABYTE / (changes + 1), changes, false, newHost), cidLength);
    Answer answer = of(client.get("/" + MEGABYTE));
    assertThat(answer.length()).isEqualTo(MEGABYTE);
    assertThat(relay.changes()).isEqualTo(changes);
    assertThat(server.followed.get()).isPositive();
    assertThat(server.ends.get(Outcome.COMPLETED).sum()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"1", "3", "10"})
  void anUploadSurvives(int changes) throws Exception {
    long length = 5L * MEGABYTE;
    start("127.0.0.1", new Relay.Plan(length / (changes + 1), changes, true, false), CID);
    Answer answer = of(client.post("/", length));
    assertThat(answer.text()).isEqualTo(Long.toString(length));
    assertThat(relay.changes()).isEqualTo(changes);
  }

  @Test
  void aLongDownloadSurvives() throws Exception {
    long length = 50L * MEGABYTE;
    start("127.0.0.1", new Relay.Plan(length / 4, 3, false, false), CID);
    assertThat(of(client.get("/" + length)).length()).isEqualTo(length);
    assertThat(relay.changes()).isEqualTo(3);
  }

  @Test
  void requestsSeeTheAddressThatWasValidated() throws Exception {
    start("127.0.0.1", new Relay.Plan(MEGABYTE / 2, 1, false, true), CID);
    assertThat(of(client.get("/who")).text()).startsWith("/127.0.0.1:");
    of(client.get("/" + MEGABYTE));
    assertThat(of(client.get("/who")).text()).startsWith("/127.0.0.10:");
  }

  @Test
  void forgedDatagramsWithALiveConnectionIdDivertNothing() throws Exception {
    start("127.0.0.1", Relay.Plan.NEVER, CID);
    of(client.get("/1"));
    byte[] dcid = relay.lastDcid();
    assertThat(dcid).hasSize(17);
    try (DatagramChannel attacker = DatagramChannel.open()) {
      attacker
          .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
          .configureBlocking(false);
      InetSocketAddress target =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
      CompletableFuture<Answer> answer = client.get("/" + 20 * MEGABYTE);
      Random random = new Random(1);
      int sent = 0;
      while (!answer.isDone()) {
        byte[] octets = new byte[18 + random.nextInt(1200)];
        random.nextBytes(octets);
        octets[0] = (byte) (0x40 | (octets[0] & 0x3f));
        System.arraycopy(dcid, 0, octets, 1, dcid.length);
        attacker.send(ByteBuffer.wrap(octets), target);
        sent++;
        awaitBriefly(answer);
      }
      assertThat(of(answer).length()).isEqualTo(20L * MEGABYTE);
      assertThat(sent).isPositive();
      assertThat(server.forged.get()).isPositive();
      assertThat(server.followed.get()).isZero();
      assertThat(attacker.receive(ByteBuffer.allocate(65536)))
          .as("not one octet was sent to the attacker")
          .isNull();
    }
  }

  private static void awaitBriefly(CompletableFuture<Answer> answer) throws Exception {
    try {
      answer.get(1, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // Not yet: the attack goes on.
    }
  }
}

package io.scalws.quiclb.owner;

import io.scalws.linux.Errno;
import io.scalws.linux.Messages;
import io.scalws.linux.Poller;
import io.scalws.linux.SyscallException;
import io.scalws.protocol.message.Decoded;
import io.scalws.protocol.message.DemuxMessage;
import io.scalws.protocol.message.DemuxMessage.Heartbeat;
import io.scalws.protocol.message.DemuxMessage.RefusalReason;
import io.scalws.protocol.message.DemuxMessage.RefusedRegistration;
import io.scalws.protocol.message.DemuxMessage.Register;
import io.scalws.protocol.message.DemuxMessage.Registered;
import io.scalws.protocol.message.DemuxMessageCodec;
import io.scalws.protocol.message.HopProof;
import io.scalws.protocol.message.Secret;
import io.scalws.protocol.message.WireFormat;
import io.scalws.quiclb.route.OwnerTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who is connected and who of them is registered. Connections that show no proof within five
 * seconds are closed, and there are never more than a bound of them.
 */
public final class OwnerConnections implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OwnerConnections.class);
  private static final int MAX_CONNECTIONS = 2 * OwnerTable.CAPACITY;
  private static final long REGISTRATION_MILLIS = 5_000;
  // A hostile peer must not keep the thread from its datagrams.
  private static final int MESSAGES_PER_TURN = 16;

  /** Hears of instances that come and go. */
  public interface Watcher {
    /** From now on datagrams for the slot go to the connection. */
    void joined(int slot, int connection);

    /** The connection is about to be closed. */
    void left(int slot);
  }

  private final HopSocket socket;
  private final OwnerTable owners;
  private final Poller poller;
  private final Watcher watcher;
  private final Map<Long, HopConnection> connections = new HashMap<>();
  private final byte[] buffer = new byte[WireFormat.MAX_MESSAGE_LENGTH];
  private Secret hopKey = Secret.NONE;
  private long nextKey;

  /**
   * @param firstKey connections are watched by the poller under keys from this one on
   */
  public OwnerConnections(
      HopSocket socket, OwnerTable owners, Poller poller, Watcher watcher, long firstKey) {
    this.socket = socket;
    this.owners = owners;
    this.poller = poller;
    this.watcher = watcher;
    nextKey = firstKey;
  }

  /** The key that proofs are checked with; registrations stay. */
  public void useHopKey(Secret key) {
    hopKey = key;
  }

  /** Whether there is a key; nobody can register before. */
  public boolean canCheckProofs() {
    return hopKey.length() > 0;
  }

  /** Accepts one connection. */
  public void accept(long nowMillis) throws IOException {
    HopConnection connection = HopConnection.of(socket.accept(), nowMillis);
    if (connections.size() >= MAX_CONNECTIONS) {
      LOG.warn(
          "an instance was turned away, too many are connected: connections={}",
          connections.size());
      connection.close();
      return;
    }
    long key = nextKey++;
    poller.watch(connection.fd(), key);
    connections.put(key, connection);
  }

  /** Reads what a connection has sent. */
  public void read(long key, long nowMillis) throws SyscallException {
    HopConnection connection = connections.get(key);
    for (int i = 0; connection != null && i < MESSAGES_PER_TURN; i++) {
      int length = Messages.receive(connection.fd(), buffer);
      if (length == -Errno.EAGAIN.number()) {
        return;
      }
      if (length <= 0) {
        close(key, length == 0 ? "it went away" : Errno.of(-length).text());
        return;
      }
      take(key, connection, Arrays.copyOf(buffer, length), nowMillis);
      connection = connections.get(key);
    }
  }

  private void take(long key, HopConnection connection, byte[] octets, long nowMillis)
      throws SyscallException {
    switch (DemuxMessageCodec.decode(octets)) {
      case Decoded.Message<DemuxMessage>(Register register) when !connection.isRegistered() ->
          register(key, connection, register, nowMillis);
      case Decoded.Message<DemuxMessage>(Heartbeat heartbeat) when connection.isRegistered() ->
          owners.heard(connection.slot(), heartbeat.accepting(), nowMillis);
      case Decoded.Message<DemuxMessage>(DemuxMessage message) ->
          refuse(
              key,
              connection,
              RefusalReason.PROTOCOL,
              message.getClass().getSimpleName() + " is not expected now");
      case Decoded.Rejected<DemuxMessage>(Decoded.Reason _, String detail) ->
          refuse(key, connection, RefusalReason.PROTOCOL, detail);
    }
  }

  private void register(long key, HopConnection connection, Register register, long nowMillis)
      throws SyscallException {
    if (!canCheckProofs() || !HopProof.of(hopKey, register.serverId()).equals(register.proof())) {
      refuse(key, connection, RefusalReason.PROOF, "the proof is not the one of that server id");
      return;
    }
    OptionalInt slot = owners.register(register.serverId(), register.accepting(), nowMillis);
    if (slot.isEmpty()) {
      refuse(
          key,
          connection,
          RefusalReason.TAKEN,
          "the server id is registered on another connection, or "
              + OwnerTable.CAPACITY
              + " instances are");
      return;
    }
    connection.registeredAs(slot.getAsInt());
    watcher.joined(slot.getAsInt(), connection.fd());
    connection.send(new Registered());
    LOG.info("an instance registered: serverId={}", register.serverId());
  }

  private void refuse(long key, HopConnection connection, RefusalReason reason, String message)
      throws SyscallException {
    connection.send(new RefusedRegistration(reason, message));
    close(key, message);
  }

  /** Closes connections that registered nobody in time. */
  public void sweep(long nowMillis) throws SyscallException {
    for (Map.Entry<Long, HopConnection> entry : List.copyOf(connections.entrySet())) {
      HopConnection connection = entry.getValue();
      if (!connection.isRegistered() && connection.age(nowMillis) > REGISTRATION_MILLIS) {
        close(entry.getKey(), "it did not register");
      }
    }
  }

  private void close(long key, String reason) throws SyscallException {
    HopConnection connection = connections.remove(key);
    if (connection.isRegistered()) {
      LOG.info(
          "an instance's connection ended: serverId={} reason={}",
          owners.serverId(connection.slot()),
          reason);
      watcher.left(connection.slot());
      owners.remove(connection.slot());
    } else {
      LOG.debug("a connection without registration ended: reason={}", reason);
    }
    poller.forget(connection.fd());
    connection.close();
  }

  @Override
  public void close() throws IOException {
    connections.values().forEach(HopConnection::close);
    connections.clear();
    socket.close();
  }
}

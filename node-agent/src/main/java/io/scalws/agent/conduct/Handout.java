package io.scalws.agent.conduct;

import io.scalws.agent.bind.BoundSocket;
import io.scalws.agent.conduct.Generations.Generation;
import io.scalws.agent.listen.SocketTable;
import io.scalws.linux.Fd;
import io.scalws.linux.Memfd;
import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.AgentMessage;
import io.scalws.protocol.message.AgentMessage.Grant;
import io.scalws.protocol.message.AgentMessage.GrantedSocket;
import io.scalws.protocol.message.AgentMessage.GrantedSockets;
import io.scalws.protocol.message.HopProof;
import io.scalws.protocol.message.KeyEpoch;
import io.scalws.protocol.message.Secret;
import io.scalws.protocol.message.SocketKind;
import io.scalws.protocol.socket.SocketIdentity;
import io.scalws.protocol.socket.Transport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts Grants together and sends them. Owned by the conductor's thread. */
final class Handout {
  private final Generations generations;
  private final KeyEpoch keys;
  private final Secret hopKey;
  private final long term;

  Handout(Generations generations, KeyEpoch keys, Secret hopKey, long term) {
    this.generations = generations;
    this.keys = keys;
    this.hopKey = hopKey;
    this.term = term;
  }

  /** Everything that an instance of a generation needs. */
  void toInstance(Child child, Generation generation, ServerId serverId) throws IOException {
    List<GrantedSocket> granted = new ArrayList<>();
    List<Fd> fds = new ArrayList<>();
    List<Fd> ours = new ArrayList<>();
    try {
      Fd configuration = Memfd.sealed("scalws-configuration", generation.specification().write());
      ours.add(configuration);
      fds.add(configuration);
      for (SocketIdentity identity : generation.model().identities()) {
        BoundSocket socket = generations.socket(identity);
        int number = generations.table().entry(identity).orElseThrow().number();
        if (identity.transport() == Transport.TCP) {
          granted.add(new GrantedSocket(number, identity, SocketKind.LISTENER));
          fds.add(socket.fd());
          continue;
        }
        granted.add(new GrantedSocket(number, identity, SocketKind.READER));
        fds.add(socket.fd());
        Fd sendOnly = socket.sendOnly();
        ours.add(sendOnly);
        granted.add(new GrantedSocket(number, identity, SocketKind.SEND_ONLY));
        fds.add(sendOnly);
      }
      send(
          child,
          grant(Optional.of(generation), Optional.of(serverId), new GrantedSockets(true, granted)),
          fds);
    } finally {
      ours.forEach(Fd::close);
    }
  }

  /** The same without descriptors, for an instance that holds them and has connected anew. */
  void againToInstance(Child child, Generation generation, ServerId serverId) throws IOException {
    send(
        child,
        grant(Optional.of(generation), Optional.of(serverId), new GrantedSockets(false, List.of())),
        List.of());
  }

  /** Every socket, those of TCP in custody only. */
  void toQuicLb(Child child) throws IOException {
    List<GrantedSocket> granted = new ArrayList<>();
    List<Fd> fds = new ArrayList<>();
    for (Map.Entry<SocketIdentity, SocketTable.Entry> each :
        generations.table().entries().entrySet()) {
      SocketKind kind =
          each.getKey().transport() == Transport.TCP ? SocketKind.LISTENER : SocketKind.READER;
      granted.add(new GrantedSocket(each.getValue().number(), each.getKey(), kind));
      fds.add(generations.socket(each.getKey()).fd());
    }
    send(child, grant(Optional.empty(), Optional.empty(), new GrantedSockets(false, granted)), fds);
  }

  private Grant grant(
      Optional<Generation> generation, Optional<ServerId> serverId, GrantedSockets sockets) {
    KeyEpoch shown =
        serverId.isPresent()
            ? keys
            // quic-lb decodes connection ids and does nothing else with keys.
            : new KeyEpoch(
                keys.number(),
                keys.rotation(),
                keys.cidKey(),
                Secret.NONE,
                Secret.NONE,
                Secret.NONE);
    return new Grant(
        term,
        generation.map(Generation::id),
        serverId,
        List.of(shown),
        serverId.map(id -> HopProof.of(hopKey, id)).orElse(hopKey),
        sockets);
  }

  /** Sends if the child is connected. */
  static void send(Child child, AgentMessage message, List<Fd> fds) throws IOException {
    if (child.connection().isPresent()) {
      child.connection().get().send(message, fds);
    }
  }
}

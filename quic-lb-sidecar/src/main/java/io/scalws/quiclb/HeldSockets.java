package io.scalws.quiclb;

import io.scalws.linux.Fd;
import io.scalws.linux.SyscallException;
import io.scalws.protocol.message.AgentMessage.GrantedSocket;
import io.scalws.protocol.message.AgentMessage.HandBack;
import io.scalws.protocol.message.AgentMessage.HeldSocket;
import io.scalws.protocol.message.AgentMessage.SocketClaim;
import io.scalws.protocol.message.SocketKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The sockets that the agent gave: readers to read, TCP listeners in custody, so that a new agent
 * finds them. Owned by the loop.
 */
final class HeldSockets implements AutoCloseable {

  /**
   * A socket that we hold.
   *
   * @param fd owned by the table
   */
  record Held(GrantedSocket socket, Fd fd, long inode) {
    boolean isReader() {
      return socket.kind() == SocketKind.READER;
    }
  }

  /** What a grant changed, by readers. */
  record Change(List<Held> added, List<Held> removed) {}

  private final Map<SocketClaim, Held> held = new LinkedHashMap<>();

  /**
   * Makes the table what a grant says. A socket that we hold already stays the same descriptor.
   *
   * @param fds one for each socket, owned by the table from now on
   * @return sockets to begin with, and those to end with; the caller closes the latter
   */
  Change become(List<GrantedSocket> sockets, List<Fd> fds) throws SyscallException {
    Map<SocketClaim, Held> before = new LinkedHashMap<>(held);
    List<Held> added = new ArrayList<>();
    held.clear();
    for (int i = 0; i < sockets.size(); i++) {
      GrantedSocket socket = sockets.get(i);
      SocketClaim claim = new SocketClaim(socket.identity(), socket.kind());
      Held old = before.get(claim);
      Fd fd = fds.get(i);
      if (old != null && old.inode() == fd.inode() && old.socket().equals(socket)) {
        held.put(claim, old);
        before.remove(claim);
        fd.close();
      } else {
        Held fresh = new Held(socket, fd, fd.inode());
        held.put(claim, fresh);
        added.add(fresh);
      }
    }
    return new Change(added, List.copyOf(before.values()));
  }

  List<Held> all() {
    return List.copyOf(held.values());
  }

  /** For Hello. Generations are the agent's affair; quic-lb knows none. */
  List<HeldSocket> described() {
    return held.values().stream()
        .map(
            socket ->
                new HeldSocket(
                    socket.socket().identity(), socket.socket().kind(), socket.inode(), List.of()))
        .toList();
  }

  /** What a new agent asked for and we hold, with duplicates that the caller owns. */
  Returned returned(HandBack request) throws SyscallException {
    List<HeldSocket> sockets = new ArrayList<>();
    List<Fd> fds = new ArrayList<>();
    for (SocketClaim claim : request.sockets()) {
      Held socket = held.get(claim);
      if (socket != null) {
        sockets.add(new HeldSocket(claim.identity(), claim.kind(), socket.inode(), List.of()));
        fds.add(socket.fd().duplicate());
      }
    }
    return new Returned(sockets, fds);
  }

  /** The answer to a {@link HandBack}. */
  record Returned(List<HeldSocket> sockets, List<Fd> fds) {}

  @Override
  public void close() {
    held.values().forEach(socket -> socket.fd().close());
    held.clear();
  }
}

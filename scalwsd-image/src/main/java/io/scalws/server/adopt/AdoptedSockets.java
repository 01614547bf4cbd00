package io.scalws.server.adopt;

import io.scalws.linux.Fd;
import io.scalws.linux.SocketFacts;
import io.scalws.linux.SyscallException;
import io.scalws.protocol.message.AgentMessage.GrantedSocket;
import io.scalws.protocol.message.AgentMessage.HeldSocket;
import io.scalws.protocol.message.AgentMessage.SocketClaim;
import io.scalws.protocol.message.SocketKind;
import io.scalws.protocol.socket.GenerationId;
import io.scalws.protocol.socket.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The sockets that the agent gave, each checked to be what it was called. Duplicates of all of them
 * are kept here, to be handed back to a later agent; what serves uses duplicates of its own.
 */
public final class AdoptedSockets implements AutoCloseable {

  /** A granted socket and our custody of it. */
  public record Adopted(GrantedSocket socket, Fd fd) {}

  private final List<Adopted> all;
  private final List<GenerationId> generations;

  private AdoptedSockets(List<Adopted> all, List<GenerationId> generations) {
    this.all = List.copyOf(all);
    this.generations = List.copyOf(generations);
  }

  /**
   * Takes over the descriptors, or closes all of them.
   *
   * @throws IOException if one is not what it was called; says which and what it is
   */
  public static AdoptedSockets of(
      List<GrantedSocket> sockets, List<Fd> fds, List<GenerationId> generations)
      throws IOException {
    try {
      if (sockets.size() != fds.size()) {
        throw new IOException(
            "the agent announced " + sockets.size() + " sockets and sent " + fds.size());
      }
      List<Adopted> all = new ArrayList<>();
      for (int i = 0; i < sockets.size(); i++) {
        check(sockets.get(i), fds.get(i));
        all.add(new Adopted(sockets.get(i), fds.get(i)));
      }
      return new AdoptedSockets(all, generations);
    } catch (IOException e) {
      fds.forEach(Fd::close);
      throw e;
    }
  }

  private static void check(GrantedSocket socket, Fd fd) throws IOException {
    SocketFacts facts;
    try {
      facts = SocketFacts.of(fd.number());
    } catch (SyscallException e) {
      throw new IOException(socket.identity() + ": the descriptor is no socket: " + e, e);
    }
    boolean tcp = facts.type() == SocketFacts.Type.TCP;
    InetSocketAddress expected = socket.identity().toInetSocketAddress();
    boolean fits =
        tcp == (socket.identity().transport() == Transport.TCP)
            && tcp == (socket.kind() == SocketKind.LISTENER)
            && facts.local().equals(expected);
    if (!fits) {
      throw new IOException(
          socket.identity()
              + " ("
              + socket.kind()
              + "): the descriptor is a "
              + facts.type()
              + " socket bound to "
              + facts.local()
              + "; refused");
    }
    Fd.setNonBlocking(fd.number());
  }

  public List<Adopted> all() {
    return all;
  }

  /** What a Hello lists. */
  public List<HeldSocket> held() throws SyscallException {
    List<HeldSocket> held = new ArrayList<>();
    for (Adopted each : all) {
      held.add(held(each));
    }
    return held;
  }

  private HeldSocket held(Adopted each) throws SyscallException {
    GrantedSocket socket = each.socket();
    return new HeldSocket(socket.identity(), socket.kind(), each.fd().inode(), generations);
  }

  /**
   * Duplicates of claimed sockets; a claim that nothing here meets is left out.
   *
   * @param fds gets one for each, owned by the caller
   */
  public List<HeldSocket> handBack(List<SocketClaim> claims, List<Fd> fds) throws SyscallException {
    List<HeldSocket> given = new ArrayList<>();
    for (SocketClaim claim : claims) {
      Optional<Adopted> found =
          all.stream()
              .filter(each -> each.socket().identity().equals(claim.identity()))
              .filter(each -> each.socket().kind() == claim.kind())
              .findFirst();
      if (found.isPresent()) {
        given.add(held(found.get()));
        fds.add(found.get().fd().duplicate());
      }
    }
    return given;
  }

  @Override
  public void close() {
    all.forEach(each -> each.fd().close());
  }
}

package io.scalws.protocol.message;

import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.socket.GenerationId;
import io.scalws.protocol.socket.SocketIdentity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The agent protocol: one message is one SOCK_SEQPACKET record on the agent's socket. */
public sealed interface AgentMessage {

  /** What kind of process speaks. */
  enum Role implements Coded {
    INSTANCE(1),
    QUIC_LB(2);

    private final int code;

    Role(int code) {
      this.code = code;
    }

    @Override
    public int code() {
      return code;
    }
  }

  /** Whether a quic-lb reads the UDP sockets or waits for its turn. */
  enum ReaderState implements Coded {
    STARTING(1),
    STANDBY(2),
    SERVING(3);

    private final int code;

    ReaderState(int code) {
      this.code = code;
    }

    @Override
    public int code() {
      return code;
    }
  }

  /** Why the agent gives nothing. */
  enum RefusalReason implements Coded {
    /** The peer's credentials are not those of a process that the agent knows. */
    UNKNOWN_PEER(1),
    /** The plan does not know the peer yet; it may ask again. */
    NOT_PLANNED_YET(2),
    /** The peer has seen an agent with a higher term. */
    STALE_AGENT(3),
    /** The message was not understood or came out of order. */
    PROTOCOL(4);

    private final int code;

    RefusalReason(int code) {
      this.code = code;
    }

    @Override
    public int code() {
      return code;
    }
  }

  /**
   * A socket that a process holds.
   *
   * @param inode of the socket, as fstat(2) tells
   * @param generations those that use it, as far as the process knows
   */
  record HeldSocket(
      SocketIdentity identity, SocketKind kind, long inode, List<GenerationId> generations) {
    public HeldSocket {
      generations = List.copyOf(generations);
    }
  }

  /**
   * A socket in a {@link Grant}.
   *
   * @param number names the identity in frames of the hop; 0 to 65535; stays with the identity
   */
  record GrantedSocket(int number, SocketIdentity identity, SocketKind kind) {
    public GrantedSocket {
      if (number < 0 || number > 0xffff) {
        throw new IllegalArgumentException("a socket number is 0 to 65535, not " + number);
      }
    }
  }

  /** Names a socket to hand back. */
  record SocketClaim(SocketIdentity identity, SocketKind kind) {}

  // ---- from an instance or quic-lb to the agent

  /**
   * The first message on every connection, also after a reconnect. Carries no fds.
   *
   * @param id instance id, {@code web-1}, or {@code quic-lb-1}
   * @param agentTerm the highest term of an agent that the process has seen, 0 if none
   * @param serverId what an earlier Grant gave
   * @param adminAddress where the admin endpoint listens, {@code 127.0.0.1:40001}; empty if nowhere
   * @param held what the process holds; empty at the first start
   */
  record Hello(
      Role role,
      String id,
      long agentTerm,
      Optional<ServerId> serverId,
      String adminAddress,
      List<HeldSocket> held)
      implements AgentMessage {
    public Hello {
      held = List.copyOf(held);
    }
  }

  /** The instance is registered and warm; it waits for {@link Activate}. */
  record Ready(GenerationId generation) implements AgentMessage {}

  /**
   * The instance can not serve its configuration and will exit.
   *
   * @param message what was tried, on what, why it failed, how to mend it
   */
  record Failed(String message) implements AgentMessage {}

  /** The instance has begun to drain, because it was told to or got SIGTERM. */
  record Draining() implements AgentMessage {}

  /**
   * The figures of one second.
   *
   * @param sequence counts reports from 1
   * @param monotonicNanos the process's own monotonic clock
   */
  record Report(long sequence, long monotonicNanos, Map<Measure, Long> measures)
      implements AgentMessage {
    public Report {
      measures = Map.copyOf(measures);
    }
  }

  /** Answers {@link HandBack}; the fds come with it, one for each socket, in this order. */
  record HandedBack(List<HeldSocket> sockets) implements AgentMessage {
    public HandedBack {
      sockets = List.copyOf(sockets);
    }
  }

  /** What a quic-lb does and who is registered with it; sent when it changes. */
  record Registrations(ReaderState state, List<ServerId> registered, List<ServerId> placeable)
      implements AgentMessage {
    public Registrations {
      registered = List.copyOf(registered);
      placeable = List.copyOf(placeable);
    }
  }

  // ---- from the agent

  /**
   * What a process needs to serve. The fds come with it: first, if attached, the configuration as a
   * sealed memfd, then one for each socket, in this order.
   *
   * @param agentTerm grows with each agent that takes the lock
   * @param generation which specification the configuration is of; none for quic-lb
   * @param serverId names this incarnation of an instance; none for quic-lb
   * @param keys newest epoch first; new connection ids use the first one
   * @param hopKey quic-lb: the key that registrations are checked with, 32 octets; an instance: the
   *     16 octets that it shows when it registers
   */
  record Grant(
      long agentTerm,
      Optional<GenerationId> generation,
      Optional<ServerId> serverId,
      List<KeyEpoch> keys,
      Secret hopKey,
      GrantedSockets sockets)
      implements AgentMessage {
    public Grant {
      keys = List.copyOf(keys);
    }
  }

  /**
   * The sockets of a {@link Grant}.
   *
   * @param configurationAttached whether the first fd is the configuration
   */
  record GrantedSockets(boolean configurationAttached, List<GrantedSocket> sockets) {
    public GrantedSockets {
      sockets = List.copyOf(sockets);
    }

    /** How many fds must come with the message. */
    public int fdCount() {
      return sockets.size() + (configurationAttached ? 1 : 0);
    }
  }

  /**
   * The agent gives nothing.
   *
   * @param retryAfter when it makes sense to ask again; zero: never
   */
  record Refused(RefusalReason reason, String message, Duration retryAfter)
      implements AgentMessage {}

  /** The instance shall accept connections and take new QUIC connections. */
  record Activate(GenerationId generation) implements AgentMessage {}

  /**
   * The instance shall drain and exit (ADR-0041).
   *
   * @param timeout after which what is left is closed and counted as forced
   * @param h3Timeout the same for HTTP/3 connections
   * @param goAwaySpread the window over which GOAWAYs are spread
   */
  record Drain(Duration timeout, Duration h3Timeout, Duration goAwaySpread)
      implements AgentMessage {}

  /** The process shall send duplicates of these sockets; it keeps its own. */
  record HandBack(List<SocketClaim> sockets) implements AgentMessage {
    public HandBack {
      sockets = List.copyOf(sockets);
    }
  }

  /**
   * To quic-lb: whose datagrams may still come. An id of this node that is not in {@code live} is
   * provably dead if its boot epoch is another one, or its sequence is below {@code nextSequence}.
   */
  record Owners(int nodePart, int bootEpoch, int nextSequence, List<ServerId> live)
      implements AgentMessage {
    public Owners {
      live = List.copyOf(live);
    }

    /** Whether an id can be reset: never for one that may be alive or not registered yet. */
    public boolean provablyDead(ServerId id) {
      return id.nodePart() == nodePart
          && !live.contains(id)
          && (id.bootEpoch() != bootEpoch || id.sequence() < nextSequence);
    }
  }
}

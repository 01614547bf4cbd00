package io.scalws.protocol.message;

import io.scalws.protocol.cid.ServerId;
import java.util.List;

/**
 * The hop's control messages: one message is one SOCK_SEQPACKET record between an instance and a
 * quic-lb process. Datagrams travel beside them as batches, see {@link DatagramFrame}.
 */
public sealed interface DemuxMessage {

  /** Why an instance is not registered. */
  enum RefusalReason implements Coded {
    /** The proof is not the one that the agent gave for this id. */
    PROOF(1),
    /** Another connection is registered with this id. */
    TAKEN(2),
    /** The message was not understood or came out of order. */
    PROTOCOL(3);

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
   * The instance's first message.
   *
   * @param proof the 16 octets that the agent gave with the id: HMAC-SHA256(hop key, id), cut
   * @param accepting numbers of the UDP sockets on which new connections may be placed here
   */
  record Register(ServerId serverId, Secret proof, List<Integer> accepting)
      implements DemuxMessage {
    public Register {
      accepting = List.copyOf(accepting);
    }
  }

  /** The instance is registered: what names it is sent to it from now on. */
  record Registered() implements DemuxMessage {}

  /** The instance is not registered; the connection is closed after this. */
  record RefusedRegistration(RefusalReason reason, String message) implements DemuxMessage {}

  /**
   * Every 250 ms from the instance. Three missed ones end placement, not routing.
   *
   * @param sequence counts from 1
   * @param accepting as in {@link Register}; empty before activation and while draining
   */
  record Heartbeat(long sequence, List<Integer> accepting) implements DemuxMessage {
    public Heartbeat {
      accepting = List.copyOf(accepting);
    }
  }
}

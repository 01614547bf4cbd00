package io.scalws.protocol.message;

import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.AgentMessage.GrantedSocket;
import io.scalws.protocol.message.AgentMessage.GrantedSockets;
import io.scalws.protocol.message.AgentMessage.HeldSocket;
import io.scalws.protocol.message.AgentMessage.ReaderState;
import io.scalws.protocol.message.AgentMessage.RefusalReason;
import io.scalws.protocol.message.AgentMessage.Role;
import io.scalws.protocol.message.AgentMessage.SocketClaim;
import io.scalws.protocol.socket.GenerationId;
import io.scalws.protocol.socket.SocketIdentity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One or more messages of each type, for the tests of the codecs. */
final class SampleMessages {
  private static final ServerId ID = new ServerId(0, 4711, 3);
  private static final SocketIdentity TCP = SocketIdentity.parse("tcp/0.0.0.0:8443").orElseThrow();
  private static final SocketIdentity UDP = SocketIdentity.parse("udp/[::]:8443").orElseThrow();

  private SampleMessages() {}

  static List<AgentMessage> agent() {
    GenerationId generation = new GenerationId(7);
    HeldSocket held =
        new HeldSocket(UDP, SocketKind.SEND_ONLY, 99, List.of(generation, generation.next()));
    KeyEpoch keys =
        new KeyEpoch(
            1,
            1,
            Secret.of(new byte[16]),
            Secret.of(new byte[32]),
            Secret.of(new byte[48]),
            Secret.NONE);
    return List.of(
        new AgentMessage.Hello(Role.INSTANCE, "web-1", 0, Optional.empty(), "", List.of()),
        new AgentMessage.Hello(
            Role.QUIC_LB, "quic-lb-1", 5, Optional.of(ID), "127.0.0.1:40001", List.of(held, held)),
        new AgentMessage.Ready(generation),
        new AgentMessage.Failed("certificate /x: unreadable"),
        new AgentMessage.Draining(),
        new AgentMessage.Report(1, 2, Map.of(Measure.CONNECTIONS_HTTP1, 3L)),
        new AgentMessage.HandedBack(List.of(held)),
        new AgentMessage.Registrations(ReaderState.SERVING, List.of(ID), List.of()),
        new AgentMessage.Grant(
            3,
            Optional.of(generation),
            Optional.of(ID),
            List.of(keys),
            Secret.of(new byte[16]),
            new GrantedSockets(
                true,
                List.of(
                    new GrantedSocket(0, TCP, SocketKind.LISTENER),
                    new GrantedSocket(1, UDP, SocketKind.READER)))),
        new AgentMessage.Grant(
            3,
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Secret.NONE,
            new GrantedSockets(false, List.of())),
        new AgentMessage.Refused(RefusalReason.UNKNOWN_PEER, "no", Duration.ofSeconds(1)),
        new AgentMessage.Activate(generation),
        new AgentMessage.Drain(Duration.ofSeconds(30), Duration.ofSeconds(20), Duration.ZERO),
        new AgentMessage.HandBack(List.of(new SocketClaim(TCP, SocketKind.LISTENER))),
        new AgentMessage.Owners(0, 4711, 4, List.of(ID)));
  }

  static List<DemuxMessage> demux() {
    return List.of(
        new DemuxMessage.Register(ID, Secret.of(new byte[16]), List.of(0, 65535)),
        new DemuxMessage.Registered(),
        new DemuxMessage.RefusedRegistration(DemuxMessage.RefusalReason.PROOF, "wrong proof"),
        new DemuxMessage.Heartbeat(9, List.of()));
  }
}

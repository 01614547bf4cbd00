package io.scalws.agent.conduct;

import io.scalws.agent.bind.BoundSocket;
import io.scalws.linux.SyscallException;
import io.scalws.linux.UdpSocket;
import io.scalws.planning.status.RuntimeStatus.RolloutStatus;
import io.scalws.protocol.message.Measure;
import io.scalws.protocol.socket.GenerationId;
import io.scalws.protocol.socket.SocketIdentity;
import io.scalws.protocol.socket.Transport;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a rollout cost, from figures before and after it. The figures of an instance count up to its
 * last report, so its last second may be missing.
 */
record Receipt(long requests, long failed, long forcedCloses, long udpDrops) {
  private static final Logger LOG = LoggerFactory.getLogger(Receipt.class);

  static Receipt begin(Stage stage) {
    return new Receipt(
        stage.roster().total(Measure.REQUESTS_FINISHED_TOTAL),
        stage.roster().total(Measure.REQUESTS_FAILED_TOTAL),
        stage.roster().total(Measure.CONNECTIONS_FORCED_CLOSED_TOTAL),
        drops(stage));
  }

  RolloutStatus end(Stage stage, GenerationId generation, Outcome.Kind kind, String message) {
    Receipt after = begin(stage);
    return new RolloutStatus(
        generation.number(),
        kind.toString(),
        message,
        after.requests - requests,
        after.failed - failed,
        Map.of(),
        null,
        after.forcedCloses - forcedCloses,
        null,
        Math.max(0, after.udpDrops - udpDrops));
  }

  /** For a specification that touched nothing. */
  static RolloutStatus untouched(GenerationId generation, Outcome.Kind kind, String message) {
    return new RolloutStatus(
        generation.number(), kind.toString(), message, 0L, 0L, Map.of(), null, 0L, null, 0L);
  }

  private static long drops(Stage stage) {
    long drops = 0;
    for (SocketIdentity identity : stage.generations().table().entries().keySet()) {
      if (identity.transport() == Transport.UDP) {
        BoundSocket socket = stage.generations().socket(identity);
        try {
          drops += UdpSocket.drops(socket.fd().number());
        } catch (SyscallException e) {
          LOG.debug("Cannot count drops identity={} reason=\"{}\"", identity, e.getMessage());
        }
      }
    }
    return drops;
  }
}

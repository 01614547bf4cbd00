package io.scalws.server;

import io.scalws.protocol.cid.CidKey;
import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.KeyEpoch;
import io.scalws.server.quic.QuicKeys;
import io.scalws.server.tls.TicketKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who an instance is.
 *
 * @param id {@code web-1}
 * @param serverId by which demultiplexers know this incarnation
 * @param keys newest epoch first; never empty
 */
record InstanceIdentity(String id, ServerId serverId, List<KeyEpoch> keys) {
  InstanceIdentity {
    keys = List.copyOf(keys);
    if (keys.isEmpty()) {
      throw new IllegalArgumentException("an instance without keys");
    }
  }

  QuicKeys quicKeys() {
    KeyEpoch newest = keys.getFirst();
    Map<Integer, byte[]> resets = new HashMap<>();
    keys.forEach(epoch -> resets.putIfAbsent(epoch.rotation(), epoch.resetKey().octets()));
    return new QuicKeys(
        CidKey.of(newest.rotation(), newest.cidKey().octets()), resets, newest.retryKey().octets());
  }

  List<TicketKey> ticketKeys() {
    return keys.stream().map(epoch -> TicketKey.of(epoch.ticketKey().octets())).toList();
  }
}

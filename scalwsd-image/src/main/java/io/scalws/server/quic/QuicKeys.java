package io.scalws.server.quic;

import io.netty.handler.codec.quic.SslSessionTicketKey;
import io.scalws.protocol.cid.CidKey;
import java.util.List;

/**
 * The keys that the instances of a runtime share. Octets are not shown in text.
 *
 * @param cid of the connection ids that are made
 * @param reset of the stateless reset tokens
 * @param retry of Retry tokens
 * @param tickets of session tickets; the first one makes new ones, all are accepted
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record QuicKeys(CidKey cid, byte[] reset, byte[] retry, List<SslSessionTicketKey> tickets) {
  public QuicKeys {
    tickets = List.copyOf(tickets);
  }

  @Override
  public String toString() {
    return "QuicKeys[rotation=" + cid.rotation() + "]";
  }
}

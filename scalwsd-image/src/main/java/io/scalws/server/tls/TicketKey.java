package io.scalws.server.tls;

import io.netty.handler.codec.quic.SslSessionTicketKey;
import io.netty.handler.ssl.OpenSslSessionTicketKey;
import java.util.Arrays;

/** A key of session tickets, derived from the runtime's; 48 octets: name, HMAC key, AES key. */
public final class TicketKey {
  /** Of the key, in octets. */
  public static final int LENGTH = 48;

  private static final int PART = 16;

  private final byte[] octets;

  private TicketKey(byte[] octets) {
    this.octets = octets;
  }

  /**
   * @param octets 48 octets; copied
   */
  public static TicketKey of(byte[] octets) {
    if (octets.length != LENGTH) {
      throw new IllegalArgumentException("a ticket key has 48 octets, not " + octets.length);
    }
    return new TicketKey(octets.clone());
  }

  private byte[] part(int index) {
    return Arrays.copyOfRange(octets, index * PART, (index + 1) * PART);
  }

  OpenSslSessionTicketKey openSsl() {
    return new OpenSslSessionTicketKey(part(0), part(1), part(2));
  }

  SslSessionTicketKey quic() {
    return new SslSessionTicketKey(part(0), part(1), part(2));
  }
}

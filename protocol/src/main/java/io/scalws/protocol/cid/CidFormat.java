package io.scalws.protocol.cid;

/**
 * How many octets of a connection id name the server and how many tell ids apart (QUIC-LB section
 * 3). Both sides of a configuration must agree on it.
 *
 * @param serverIdLength octets, 1 to 15
 * @param nonceLength octets, 4 or more; both together 19 at most, because a connection id of QUIC
 *     version 1 has 20 octets at most, one of which is the first octet
 */
public record CidFormat(int serverIdLength, int nonceLength) {
  /** Ours: 8 and 8 octets are one AES block, so that one pass encrypts an id. */
  public static final CidFormat SCALWS = new CidFormat(ServerId.LENGTH, Long.BYTES);

  public CidFormat {
    if (serverIdLength < 1 || serverIdLength > 15) {
      throw new IllegalArgumentException(
          "a server id has 1 to 15 octets, not " + serverIdLength + " octets");
    }
    if (nonceLength < 4) {
      throw new IllegalArgumentException(
          "a nonce has 4 octets or more, not " + nonceLength + " octets");
    }
    if (serverIdLength + nonceLength > 19) {
      throw new IllegalArgumentException(
          "server id and nonce have 19 octets at most, not "
              + (serverIdLength + nonceLength)
              + " octets");
    }
  }

  /** Server id and nonce together, in octets. */
  public int plaintextLength() {
    return serverIdLength + nonceLength;
  }

  /** Of the whole connection id, in octets. */
  public int cidLength() {
    return 1 + plaintextLength();
  }
}

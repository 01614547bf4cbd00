package io.scalws.protocol.quic;

/** What a long header carries, which is told by two bits whose meaning depends on the version. */
public enum PacketType {
  INITIAL,
  ZERO_RTT,
  HANDSHAKE,
  RETRY,
  /** Version 0 (RFC 8999 section 6): only servers send it. */
  VERSION_NEGOTIATION,
  /** A version that we do not know. */
  UNKNOWN_VERSION;

  // RFC 9000 table 5.
  private static final PacketType[] OF_VERSION_1 = {INITIAL, ZERO_RTT, HANDSHAKE, RETRY};
  // RFC 9369 section 3.2: numbered differently, so that nobody relies on the numbers.
  private static final PacketType[] OF_VERSION_2 = {RETRY, INITIAL, ZERO_RTT, HANDSHAKE};

  /** The type of a packet with a long header, by its first octet and version. */
  public static PacketType of(int firstOctet, int version) {
    int bits = (firstOctet >>> 4) & 0x3;
    if (version == QuicVersion.V1.number()) {
      return OF_VERSION_1[bits];
    }
    if (version == QuicVersion.V2.number()) {
      return OF_VERSION_2[bits];
    }
    return version == 0 ? VERSION_NEGOTIATION : UNKNOWN_VERSION;
  }
}

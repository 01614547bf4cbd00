package io.scalws.protocol.quic;

/** The versions whose packet types we know. */
public enum QuicVersion {
  /** RFC 9000. */
  V1(0x0000_0001),
  /** RFC 9369. */
  V2(0x6b33_43cf);

  private final int number;

  QuicVersion(int number) {
    this.number = number;
  }

  /** As it stands in a long header. */
  public int number() {
    return number;
  }
}

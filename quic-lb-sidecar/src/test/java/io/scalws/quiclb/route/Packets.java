package io.scalws.quiclb.route;

import java.nio.ByteBuffer;

/** Datagrams as they come from the wire, as far as anybody looks at them. */
public final class Packets {
  public static final int V1 = 1;

  private Packets() {}

  /** A short header. */
  public static byte[] shortHeader(byte[] dcid, int length) {
    return ByteBuffer.allocate(length).put((byte) 0x40).put(dcid).array();
  }

  /** A long header of version 1. */
  public static byte[] initial(byte[] dcid, int length) {
    return longHeader(0xc0, V1, dcid, length);
  }

  public static byte[] zeroRtt(byte[] dcid, int length) {
    return longHeader(0xd0, V1, dcid, length);
  }

  public static byte[] handshake(byte[] dcid, int length) {
    return longHeader(0xe0, V1, dcid, length);
  }

  public static byte[] longHeader(int first, int version, byte[] dcid, int length) {
    return ByteBuffer.allocate(Math.max(length, 7 + dcid.length))
        .put((byte) first)
        .putInt(version)
        .put((byte) dcid.length)
        .put(dcid)
        .put((byte) 0)
        .array();
  }
}

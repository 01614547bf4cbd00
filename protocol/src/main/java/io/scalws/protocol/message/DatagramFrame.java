package io.scalws.protocol.message;

/**
 * The layout of one frame of a batch, quic-lb to instance. A batch is a sequence of frames in one
 * message, each a header directly followed by its payload: one datagram, or a train of datagrams of
 * equal size (the last may be shorter) that the kernel received as one and that all belong to the
 * same instance. All numbers are big-endian.
 *
 * <pre>
 *    0  u8   type, 0x44
 *    1  u8   flags: bits 0-1 ECN, bit 2 IPv6 addresses, bit 3 reset wanted
 *    2  u16  socket number
 *    4  u32  payload length
 *    8  u16  segment size; 0: the payload is one datagram
 *   10  u16  source port
 *   12  u32  index of the interface of arrival
 *   16  16   source address (an IPv4 address in the first 4 octets, the others 0)
 *   32  16   destination address that the client used (same form)
 *   48       payload
 * </pre>
 */
public final class DatagramFrame {
  /** The first octet of a batch; no control message begins with it. */
  public static final int TYPE = 0x44;

  public static final int HEADER_LENGTH = 48;

  public static final int FLAGS_OFFSET = 1;
  public static final int SOCKET_NUMBER_OFFSET = 2;
  public static final int PAYLOAD_LENGTH_OFFSET = 4;
  public static final int SEGMENT_SIZE_OFFSET = 8;
  public static final int SOURCE_PORT_OFFSET = 10;
  public static final int INTERFACE_INDEX_OFFSET = 12;
  public static final int SOURCE_ADDRESS_OFFSET = 16;
  public static final int DESTINATION_ADDRESS_OFFSET = 32;

  public static final int ECN_MASK = 0x03;
  public static final int IPV6_FLAG = 0x04;

  /**
   * The connection id is known dead: the instance answers with a stateless reset and does nothing
   * else (RFC 9000 section 10.3).
   */
  public static final int RESET_WANTED_FLAG = 0x08;

  private DatagramFrame() {}
}

package io.scalws.protocol.message;

/** The numbers of the envelope that agent and hop messages share; see the package description. */
public final class WireFormat {
  /** The version that this code speaks. */
  public static final int VERSION = 1;

  /** Octets before the first field. */
  public static final int HEADER_LENGTH = 8;

  /** Octets before the value of a field. */
  static final int FIELD_HEADER_LENGTH = 6;

  /** The bit of a tag that says: who does not know this field must not act on the message. */
  static final int CRITICAL = 0x8000;

  /** No message is longer, in octets. */
  public static final int MAX_MESSAGE_LENGTH = 128 * 1024;

  private WireFormat() {}
}

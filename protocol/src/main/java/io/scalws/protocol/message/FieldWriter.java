package io.scalws.protocol.message;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes the fields of one message or of one nested record. Confined to its caller. */
final class FieldWriter {
  private ByteBuffer out = ByteBuffer.allocate(256);

  FieldWriter octets(int tag, byte[] value) {
    reserve(WireFormat.FIELD_HEADER_LENGTH + value.length);
    out.putShort((short) tag).putInt(value.length).put(value);
    return this;
  }

  FieldWriter number(int tag, long value) {
    return octets(tag, ByteBuffer.allocate(Long.BYTES).putLong(value).array());
  }

  FieldWriter text(int tag, String value) {
    return octets(tag, value.getBytes(StandardCharsets.UTF_8));
  }

  FieldWriter nested(int tag, FieldWriter value) {
    return octets(tag, value.fields());
  }

  /** The fields without a header. */
  byte[] fields() {
    return Arrays.copyOf(out.array(), out.position());
  }

  /** The whole message. */
  byte[] message(int type) {
    int length = out.position();
    int total = WireFormat.HEADER_LENGTH + length;
    if (total > WireFormat.MAX_MESSAGE_LENGTH) {
      throw new IllegalArgumentException(
          "a message has at most "
              + WireFormat.MAX_MESSAGE_LENGTH
              + " octets, this one would have "
              + total);
    }
    return ByteBuffer.allocate(total)
        .put((byte) type)
        .put((byte) WireFormat.VERSION)
        .putShort((short) 0)
        .putInt(length)
        .put(out.array(), 0, length)
        .array();
  }

  private void reserve(int length) {
    if (out.remaining() < length) {
      int capacity = Math.max(out.capacity() * 2, out.position() + length);
      out = ByteBuffer.allocate(capacity).put(out.flip());
    }
  }
}

package io.scalws.protocol.message;

import io.scalws.protocol.message.Decoded.Reason;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The header of a message, checked, and its fields. */
record Envelope(int type, FieldReader fields) {

  /** Turns the fields of a known type into a message. */
  interface Reading<T> {
    /** Returns the message, or null for a type that is not known. */
    T read(int type, FieldReader fields) throws RejectedMessageException;
  }

  static <T> Decoded<T> decode(byte[] octets, Reading<T> reading) {
    try {
      Envelope envelope = open(octets);
      T message = reading.read(envelope.type(), envelope.fields());
      if (message == null) {
        throw new RejectedMessageException(
            Reason.TYPE, "type " + envelope.type() + " is not known here");
      }
      envelope.fields().finish();
      return new Decoded.Message<>(message);
    } catch (RejectedMessageException e) {
      return new Decoded.Rejected<>(e.reason(), e.getMessage());
    } catch (IllegalArgumentException e) {
      // A compact constructor refused a value that the codec could not judge by itself.
      return new Decoded.Rejected<>(Reason.FIELD, e.getMessage());
    }
  }

  private static Envelope open(byte[] octets) throws RejectedMessageException {
    if (octets.length < WireFormat.HEADER_LENGTH) {
      throw new RejectedMessageException(
          Reason.TRUNCATED, octets.length + " octets are too few for a header");
    }
    if (octets.length > WireFormat.MAX_MESSAGE_LENGTH) {
      throw new RejectedMessageException(Reason.OVERSIZED, octets.length + " octets are too many");
    }
    ByteBuffer in = ByteBuffer.wrap(octets);
    int type = Byte.toUnsignedInt(in.get());
    int version = Byte.toUnsignedInt(in.get());
    if (version != WireFormat.VERSION) {
      throw new RejectedMessageException(
          Reason.VERSION, "version " + version + " is not spoken here, only " + WireFormat.VERSION);
    }
    in.getShort();
    long length = Integer.toUnsignedLong(in.getInt());
    int present = octets.length - WireFormat.HEADER_LENGTH;
    if (present < length) {
      throw new RejectedMessageException(
          Reason.TRUNCATED, present + " octets of fields instead of " + length);
    }
    if (present > length) {
      throw new RejectedMessageException(
          Reason.OVERSIZED, present + " octets of fields instead of " + length);
    }
    return new Envelope(
        type, FieldReader.of(Arrays.copyOfRange(octets, WireFormat.HEADER_LENGTH, octets.length)));
  }
}

package io.scalws.protocol.message;

import io.scalws.protocol.message.Decoded.Reason;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the fields of one message or of one nested record. Every tag that is asked for counts as
 * known; {@link #finish} then looks for critical ones that nobody asked for. Confined to its
 * caller.
 */
final class FieldReader {
  /** More values of one tag than this are taken for an attack on memory. */
  static final int MAX_REPEATED = 4096;

  private final Map<Integer, List<byte[]>> values = new HashMap<>();
  private final Set<Integer> known = new HashSet<>();

  private FieldReader() {}

  static FieldReader of(byte[] fields) throws RejectedMessageException {
    FieldReader reader = new FieldReader();
    ByteBuffer in = ByteBuffer.wrap(fields);
    while (in.hasRemaining()) {
      if (in.remaining() < WireFormat.FIELD_HEADER_LENGTH) {
        throw new RejectedMessageException(Reason.TRUNCATED, "a field header is cut short");
      }
      int tag = Short.toUnsignedInt(in.getShort());
      int length = in.getInt();
      if (length < 0 || length > in.remaining()) {
        throw new RejectedMessageException(
            Reason.TRUNCATED, "field " + tag + " is longer than its message");
      }
      byte[] value = new byte[length];
      in.get(value);
      List<byte[]> list = reader.values.computeIfAbsent(tag, _ -> new ArrayList<>());
      if (list.size() >= MAX_REPEATED) {
        throw new RejectedMessageException(
            Reason.FIELD, "field " + tag + " occurs more than " + MAX_REPEATED + " times");
      }
      list.add(value);
    }
    return reader;
  }

  List<byte[]> all(int tag) {
    known.add(tag);
    return values.getOrDefault(tag, List.of());
  }

  Optional<byte[]> optional(int tag) throws RejectedMessageException {
    List<byte[]> list = all(tag);
    if (list.size() > 1) {
      throw new RejectedMessageException(Reason.FIELD, "field " + tag + " occurs more than once");
    }
    return list.stream().findFirst();
  }

  byte[] octets(int tag) throws RejectedMessageException {
    return optional(tag).orElseThrow(() -> malformed(tag, "is missing"));
  }

  long number(int tag) throws RejectedMessageException {
    return number(tag, octets(tag));
  }

  int number(int tag, int least, int most) throws RejectedMessageException {
    long value = number(tag);
    if (value < least || value > most) {
      throw malformed(tag, "is not within " + least + " and " + most);
    }
    return (int) value;
  }

  <E extends Coded> E choice(int tag, E[] choices) throws RejectedMessageException {
    long code = number(tag);
    return Coded.of(choices, code)
        .orElseThrow(() -> malformed(tag, "has the unknown code " + code));
  }

  List<Long> numbers(int tag) throws RejectedMessageException {
    List<Long> numbers = new ArrayList<>();
    for (byte[] value : all(tag)) {
      numbers.add(number(tag, value));
    }
    return List.copyOf(numbers);
  }

  String text(int tag) throws RejectedMessageException {
    return text(tag, octets(tag));
  }

  static String text(int tag, byte[] value) throws RejectedMessageException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value)).toString();
    } catch (CharacterCodingException e) {
      throw malformed(tag, "is not UTF-8");
    }
  }

  static long number(int tag, byte[] value) throws RejectedMessageException {
    if (value.length != Long.BYTES) {
      throw malformed(tag, "has " + value.length + " octets instead of " + Long.BYTES);
    }
    return ByteBuffer.wrap(value).getLong();
  }

  static RejectedMessageException malformed(int tag, String what) {
    return new RejectedMessageException(Reason.FIELD, "field " + tag + " " + what);
  }

  /** Call after the last field was asked for. */
  void finish() throws RejectedMessageException {
    for (int tag : values.keySet()) {
      if ((tag & WireFormat.CRITICAL) != 0 && !known.contains(tag)) {
        throw new RejectedMessageException(
            Reason.CRITICAL_FIELD, "critical field " + tag + " is not known here");
      }
    }
  }
}

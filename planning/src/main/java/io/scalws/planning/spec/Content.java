package io.scalws.planning.spec;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Octets that do not change. In JSON: Base64. */
public final class Content {
  public static final Content EMPTY = new Content(new byte[0]);

  private final byte[] octets;

  private Content(byte[] octets) {
    this.octets = octets;
  }

  /** Copies the octets. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static Content of(byte[] octets) {
    return new Content(octets.clone());
  }

  public static Content ofUtf8(String text) {
    return new Content(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A copy. */
  @JsonValue
  public byte[] octets() {
    return octets.clone();
  }

  /** Without a copy, read-only. */
  public ByteBuffer buffer() {
    return ByteBuffer.wrap(octets).asReadOnlyBuffer();
  }

  public int length() {
    return octets.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Content that && Arrays.equals(octets, that.octets);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(octets);
  }

  @Override
  public String toString() {
    return octets.length + " octets";
  }
}

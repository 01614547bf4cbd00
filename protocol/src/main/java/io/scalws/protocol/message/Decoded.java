package io.scalws.protocol.message;

/** What the octets of one message turned out to be. */
public sealed interface Decoded<T> {

  /** A message that is complete and understood. */
  record Message<T>(T value) implements Decoded<T> {}

  /**
   * Octets that are no message of this protocol.
   *
   * @param reason what to count it under
   * @param detail what was wrong, for a log; holds no octet of the message
   */
  record Rejected<T>(Reason reason, String detail) implements Decoded<T> {}

  /** Why octets were rejected. */
  enum Reason {
    /** Shorter than the header or than its own length says. */
    TRUNCATED,
    /** Longer than the header says, or than any message may be. */
    OVERSIZED,
    /** Of a version that is not spoken here. */
    VERSION,
    /** Of a type that is not known here. */
    TYPE,
    /** With a critical field that is not known here. */
    CRITICAL_FIELD,
    /** With a field that is missing, repeated or whose value makes no sense. */
    FIELD
  }
}

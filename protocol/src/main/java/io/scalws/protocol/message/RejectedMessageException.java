package io.scalws.protocol.message;

import io.scalws.protocol.message.Decoded.Reason;

/** Leaves a half-read message; never leaves the codec. */
final class RejectedMessageException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  RejectedMessageException(Reason reason, String detail) {
    super(detail, null, false, false);
    this.reason = reason;
  }

  Reason reason() {
    return reason;
  }
}

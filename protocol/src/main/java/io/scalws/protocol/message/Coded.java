package io.scalws.protocol.message;

import java.util.Optional;

/** An enum constant with a number of its own on the wire, so that constants can be reordered. */
interface Coded {
  int code();

  /** The constant with this code, if there is one. */
  static <E extends Coded> Optional<E> of(E[] constants, long code) {
    for (E constant : constants) {
      if (constant.code() == code) {
        return Optional.of(constant);
      }
    }
    return Optional.empty();
  }
}

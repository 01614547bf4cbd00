package io.scalws.server.exchange;

/** Takes a request body, on the exchange's event loop. */
public interface BodyReceiver {
  /** One chunk for one {@link Exchange#demand}; the receiver owns it. */
  void chunk(Chunk chunk);

  /** The body is complete. */
  void end(Headers trailers);

  /**
   * The body will not be completed; nothing more comes. The exchange's end tells why, or, if the
   * response was complete already, nobody needs the rest.
   */
  void aborted();
}

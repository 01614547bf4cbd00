package io.scalws.server.exchange;

/**
 * The half of an exchange that a protocol version implements. All calls come on the event loop of
 * the connection, and none after {@link Exchange#isEnded}.
 *
 * <p>In the other direction the wire calls {@link Exchange#bodyChunk}, {@link Exchange#bodyEnd},
 * {@link Exchange#becameWritable}, {@link Exchange#responseSent} and, when the stream or connection
 * dies, {@link Exchange#end}.
 */
public interface Wire {
  /** Sends an interim head (1xx except 101). */
  void interim(ResponseHead head);

  /**
   * Sends the final head.
   *
   * @param last nothing follows: the stream ends with it, and {@link Exchange#responseSent} comes
   */
  void head(ResponseHead head, boolean last);

  /** Sends a piece of the body; the wire owns the chunk. */
  void chunk(Chunk chunk);

  /** Ends the response; {@link Exchange#responseSent} comes when the transport has taken it. */
  void finish(Headers trailers);

  /** Cuts the response so that the client can tell (RST_STREAM, closed connection). */
  void reset();

  /** Whether the transport wants more at the moment. */
  boolean isWritable();

  /** Reads until one {@link Exchange#bodyChunk} or {@link Exchange#bodyEnd} has come. */
  void read();

  /**
   * The rest of the request body is not wanted: HTTP/2 and HTTP/3 tell the client after the
   * response (RFC 9114 section 4.1), HTTP/1.1 reads it away within a bound or closes.
   */
  void stopReading();

  /** Runs the task on the event loop of the connection. */
  void execute(Runnable task);
}

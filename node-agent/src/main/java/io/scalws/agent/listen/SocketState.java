package io.scalws.agent.listen;

/** Where a listening socket is in its life. */
public enum SocketState {
  /** Bound for a generation that is not published yet. */
  PREPARED("Prepared"),
  /** Used by a published generation. */
  ACTIVE("Active"),
  /** Bound, but nobody is ready to accept. */
  REFUSING("Refusing"),
  /** Used by instances of an old generation only; closed when the last of them has gone. */
  DRAINING("Draining");

  private final String text;

  SocketState(String text) {
    this.text = text;
  }

  /** As in the status. */
  @Override
  public String toString() {
    return text;
  }
}

package io.scalws.protocol.message;

/** What a process may do with a socket that it was given. */
public enum SocketKind implements Coded {
  /** A listening TCP socket, shared by all instances. */
  LISTENER(1),
  /** The UDP socket of a reuseport group that all datagrams arrive at. Only quic-lb reads it. */
  READER(2),
  /** A UDP socket of the same group that one instance sends on and nobody reads. */
  SEND_ONLY(3);

  private final int code;

  SocketKind(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}

package io.scalws.protocol.socket;

/** The transport half of a {@link SocketIdentity}. */
public enum Transport {
  TCP("tcp"),
  UDP("udp");

  private final String text;

  Transport(String text) {
    this.text = text;
  }

  /** The canonical text, {@code tcp} or {@code udp}. */
  public String text() {
    return text;
  }
}

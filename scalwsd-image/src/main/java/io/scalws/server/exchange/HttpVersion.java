package io.scalws.server.exchange;

/** The HTTP version that carried a request. */
public enum HttpVersion {
  HTTP_1_0("HTTP/1.0", "http1.0"),
  HTTP_1_1("HTTP/1.1", "http1.1"),
  HTTP_2("HTTP/2", "http2"),
  HTTP_3("HTTP/3", "http3");

  private final String text;
  private final String label;

  HttpVersion(String text, String label) {
    this.text = text;
    this.label = label;
  }

  /** The value of the metric label {@code version}. */
  public String label() {
    return label;
  }

  /** As it stands in access logs: {@code HTTP/1.1}, {@code HTTP/2}. */
  @Override
  public String toString() {
    return text;
  }
}

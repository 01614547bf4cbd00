package io.scalws.server.exchange;

/** The HTTP version that carried a request. */
public enum HttpVersion {
  HTTP_1_0("HTTP/1.0"),
  HTTP_1_1("HTTP/1.1"),
  HTTP_2("HTTP/2"),
  HTTP_3("HTTP/3");

  private final String text;

  HttpVersion(String text) {
    this.text = text;
  }

  /** As it stands in access logs: {@code HTTP/1.1}, {@code HTTP/2}. */
  @Override
  public String toString() {
    return text;
  }
}

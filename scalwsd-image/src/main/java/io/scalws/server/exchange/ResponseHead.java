package io.scalws.server.exchange;

/**
 * Status and header fields of a response, final or interim.
 *
 * @param status 100 to 599
 */
public record ResponseHead(int status, Headers headers) {
  public ResponseHead {
    if (status < 100 || status > 599) {
      throw new IllegalArgumentException("a status is 100 to 599, not " + status);
    }
  }

  public static ResponseHead of(int status, String... namesAndValues) {
    return new ResponseHead(status, Headers.of(namesAndValues));
  }

  public boolean isInterim() {
    return status < 200 && status != 101;
  }
}

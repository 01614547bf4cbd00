package io.scalws.certificates;

/** A certificate or key that cannot be used; the message names the file and how to mend it. */
public final class CertificateException extends Exception {
  private static final long serialVersionUID = 1L;

  public CertificateException(String message, Throwable cause) {
    super(message, cause);
  }

  public CertificateException(String message) {
    super(message);
  }
}

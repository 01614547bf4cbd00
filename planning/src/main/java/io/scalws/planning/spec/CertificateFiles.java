package io.scalws.planning.spec;

/**
 * Where a certificate is.
 *
 * @param certificate path of the PEM file with the chain, leaf first
 * @param key path of the PEM file with the private key
 */
public record CertificateFiles(String certificate, String key) {
  /** The files that a Secret of type {@code kubernetes.io/tls} becomes when it is mounted. */
  public static CertificateFiles in(String directory) {
    return new CertificateFiles(directory + "/tls.crt", directory + "/tls.key");
  }
}

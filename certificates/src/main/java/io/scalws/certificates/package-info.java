/**
 * Certificates and private keys in PEM files, for those who check them and those who serve with
 * them. Stateless; used by any thread.
 */
package io.scalws.certificates;

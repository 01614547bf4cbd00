/**
 * Certificates and what each protocol makes of them. Contexts are immutable once built; any event
 * loop may use them.
 */
package io.scalws.server.tls;

/**
 * {@code scalwsd}, the web server: the composition root. {@link io.scalws.server.Scalwsd} reads the
 * command line; what it builds is owned as each package says.
 */
package io.scalws.server;

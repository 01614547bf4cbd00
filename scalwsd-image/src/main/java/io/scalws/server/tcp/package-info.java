/**
 * Listening TCP sockets: accepts, TLS, and the choice between HTTP/1.1 and HTTP/2. Each connection
 * is owned by the event loop that it was given to.
 */
package io.scalws.server.tcp;

/**
 * HTTP/1.1 over TCP: from Netty's codec to exchanges, one at a time on each connection. Owned by
 * the connection's event loop.
 */
package io.scalws.server.http1;

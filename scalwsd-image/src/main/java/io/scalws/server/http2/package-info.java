/** HTTP/2 over TLS: from Netty's frames to exchanges. Owned by the connection's event loop. */
package io.scalws.server.http2;

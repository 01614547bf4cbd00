/** Netty's buffers as chunks of a body. A chunk belongs to whoever holds it. */
package io.scalws.server.buffer;

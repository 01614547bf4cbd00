/**
 * One path for every request, whatever HTTP version carried it: a {@link
 * io.scalws.server.exchange.Exchange} holds the rules (one head, one counted end, back-pressure
 * both ways), a {@link io.scalws.server.exchange.Wire} per version moves the octets. Pure: no
 * Netty, no thread, no clock. An exchange is owned by the event loop of its connection; a handler
 * that works elsewhere comes back through {@link io.scalws.server.exchange.Exchange#execute}.
 */
package io.scalws.server.exchange;

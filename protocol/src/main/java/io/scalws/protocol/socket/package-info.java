/**
 * What a listening socket is: a transport and a bound address (ADR-0037). Pure values without an
 * owner; any thread may use them.
 */
package io.scalws.protocol.socket;

/**
 * Forwards requests to HTTP/1.1 upstreams. Everything of one request happens on the event loop of
 * its client's connection: each event loop has pools of upstream connections of its own, so nothing
 * is shared and nothing crosses threads but the resolution of names.
 */
package io.scalws.server.proxy;

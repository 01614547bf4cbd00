/**
 * The one door through which the wires of all HTTP versions send requests to their handler. Used by
 * all event loops; what it counts is thread-safe.
 */
package io.scalws.server.dispatch;

/**
 * One line for each request that ended. Formatting is pure; {@link
 * io.scalws.server.accesslog.AccessLog} owns the thread that writes, and event loops only put
 * records into its bounded queue.
 */
package io.scalws.server.accesslog;

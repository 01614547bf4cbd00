/**
 * How long, and how often, a client may try the server's patience: waits that end, and frames that
 * are counted. Each object belongs to one connection or stream and is owned by its event loop.
 */
package io.scalws.server.patience;

/** Metrics and health over HTTP, on an address that no client of the listeners can reach. */
package io.scalws.server.admin;

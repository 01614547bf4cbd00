/** Metrics and health over HTTP, for the node's own monitoring; never on a listener. */
package io.scalws.quiclb.admin;

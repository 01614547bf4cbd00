/**
 * Which route answers a request, and what kind of answer that is. Pure; the precedence is the
 * Gateway API's.
 */
package io.scalws.server.route;

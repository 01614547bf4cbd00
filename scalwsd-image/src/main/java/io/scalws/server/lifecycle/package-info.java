/** What an instance is doing, and what follows from it. Pure. */
package io.scalws.server.lifecycle;

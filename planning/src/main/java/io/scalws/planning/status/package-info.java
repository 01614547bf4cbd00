/** What is told about a runtime: conditions, and the agent's view as JSON. Pure values. */
package io.scalws.planning.status;

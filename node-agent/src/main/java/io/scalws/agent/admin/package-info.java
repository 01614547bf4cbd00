/**
 * How others ask the agent: the admin endpoint (HTTP) and the control socket (JSON lines). Threads
 * of their own; they put commands into the conductor's queue and wait for its answer.
 */
package io.scalws.agent.admin;

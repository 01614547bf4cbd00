/**
 * What outlives the agent's process: the state directory with its lock, the state file, the master
 * key and what is derived from it. Owned by the thread that starts the agent, then by the
 * conductor's.
 */
package io.scalws.agent.state;

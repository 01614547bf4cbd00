/** The command line. Runs in the user's process; all but {@code run} talk to the agent's. */
package io.scalws.agent.command;

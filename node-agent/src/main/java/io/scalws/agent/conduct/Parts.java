package io.scalws.agent.conduct;

import io.scalws.agent.state.AgentState;
import io.scalws.agent.state.MasterKey;
import io.scalws.agent.state.StateDirectory;
import io.scalws.agent.supervise.ProcessCommands;
import io.scalws.agent.supervise.Supervisor;
import java.time.InstantSource;
import java.util.Optional;

/**
 * What the conductor is made of.
 *
 * @param predecessor what an earlier agent left in the state file
 * @param clock never goes back
 * @param admin address of the agent's admin endpoint, for the status
 */
public record Parts(
    StateDirectory directory,
    AgentState predecessor,
    MasterKey masterKey,
    ProcessCommands commands,
    Supervisor supervisor,
    AgentMetrics metrics,
    InstantSource clock,
    String version,
    Optional<String> admin) {}

/**
 * Child processes: started, watched and ended. One thread for each process waits for its end and
 * tells the conductor, which owns everything else.
 */
package io.scalws.agent.supervise;

/**
 * The agent's socket: who connects is checked, messages go in and out, descriptors go along. One
 * thread accepts and one for each connection receives; both only pass on to the conductor, which
 * alone sends.
 */
package io.scalws.agent.handout;

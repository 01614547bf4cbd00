/**
 * The connection to the node agent. One thread receives and connects again when the agent is gone;
 * another sends, so that a hung agent holds up nobody. quic-lb serves without it.
 */
package io.scalws.quiclb.agent;

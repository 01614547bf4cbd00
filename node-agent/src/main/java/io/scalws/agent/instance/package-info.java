/** The life of an instance and of the fleet on this node. Pure; time comes in as an argument. */
package io.scalws.agent.instance;

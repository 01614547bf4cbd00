/**
 * The agent on a host without a cluster: it reads the files, checks certificates by a short-lived
 * process and follows signals and changes. Edges only; what is decided here is what to tell the
 * user.
 */
package io.scalws.agent.standalone;

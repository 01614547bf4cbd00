/**
 * Which listening sockets there are, who uses them and what a generation needs (ADR-0037). Pure;
 * the descriptors themselves are elsewhere, under the same identities.
 */
package io.scalws.agent.listen;

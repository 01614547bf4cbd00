/**
 * QUIC connection ids that name their owner (ADR-0040, draft-ietf-quic-load-balancers) and the
 * stateless reset tokens bound to them. Pure; keys and random octets come in as arguments.
 */
package io.scalws.protocol.cid;

package io.scalws.agent.conduct;

import io.scalws.protocol.cid.ServerId;

/**
 * Allocates server ids: one for each incarnation of an instance, never one twice within a boot
 * epoch. Owned by the conductor's thread, which writes the state file before it uses an id.
 */
final class ServerIds {
  /** Of a node without a cluster. */
  static final int STANDALONE_NODE = 0;

  private final int bootEpoch;
  private int next;

  ServerIds(int bootEpoch, int next) {
    this.bootEpoch = bootEpoch;
    this.next = next;
  }

  ServerId allocate() {
    return new ServerId(STANDALONE_NODE, bootEpoch, next++);
  }

  int bootEpoch() {
    return bootEpoch;
  }

  int next() {
    return next;
  }
}

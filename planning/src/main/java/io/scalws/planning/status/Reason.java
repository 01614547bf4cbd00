package io.scalws.planning.status;

/** Why a condition is as it is; for programs. The message is for humans. */
public enum Reason {
  VALID("Valid"),
  LAST_SPECIFICATION_REJECTED("LastSpecificationRejected"),
  BOUND("Bound"),
  NOBODY_ACCEPTS("NobodyAccepts"),
  COMMITTED("Committed"),
  ROLLING_OUT("RollingOut"),
  ROLLED_BACK("RolledBack"),
  STARTING("Starting"),
  STOPPING("Stopping"),
  ALL_INSTANCES_READY("AllInstancesReady"),
  TOO_FEW_INSTANCES("TooFewInstances"),
  INSTANCE_CANNOT_START("InstanceCannotStart"),
  QUIC_LB_NOT_SERVING("QuicLbNotServing"),
  AS_EXPECTED("AsExpected");

  private final String text;

  Reason(String text) {
    this.text = text;
  }

  /** As in the status. */
  @Override
  public String toString() {
    return text;
  }
}

package io.scalws.planning.status;

/** What a condition is about. */
public enum ConditionType {
  ACCEPTED("Accepted"),
  LISTENERS_READY("ListenersReady"),
  PROGRESSING("Progressing"),
  READY("Ready"),
  DEGRADED("Degraded");

  private final String text;

  ConditionType(String text) {
    this.text = text;
  }

  /** As in the status. */
  @Override
  public String toString() {
    return text;
  }
}

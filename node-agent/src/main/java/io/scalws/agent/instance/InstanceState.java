package io.scalws.agent.instance;

import java.util.Optional;

/** Where an instance is in its life. */
public enum InstanceState {
  /** Its process runs and is not ready. */
  STARTING("Starting"),
  /** It serves. */
  READY("Ready"),
  /** It was told to leave, or leaves by itself; it finishes what it has accepted. */
  DRAINING("Draining"),
  /** It cannot serve and is about to end. */
  FAILED("Failed"),
  /** Its process is gone. */
  EXITED("Exited");

  private final String text;

  InstanceState(String text) {
    this.text = text;
  }

  /** What can happen to an instance. */
  public enum Event {
    /** A process was started for it. */
    STARTED,
    /** It told that it is ready. */
    READY,
    /** It was told to leave, or told that it leaves. */
    DRAIN,
    /** It told that it cannot serve, or it hangs. */
    FAIL,
    /** Its process has ended. */
    EXIT
  }

  /** The next state; empty if the event is not allowed here. */
  public Optional<InstanceState> on(Event event) {
    return switch (this) {
      case STARTING ->
          switch (event) {
            case READY -> Optional.of(READY);
            case DRAIN -> Optional.of(DRAINING);
            case FAIL -> Optional.of(FAILED);
            case EXIT -> Optional.of(EXITED);
            case STARTED -> Optional.empty();
          };
      case READY ->
          switch (event) {
            case DRAIN -> Optional.of(DRAINING);
            case FAIL -> Optional.of(FAILED);
            case EXIT -> Optional.of(EXITED);
            // A process that registers anew after its agent came back says it again.
            case READY -> Optional.of(READY);
            case STARTED -> Optional.empty();
          };
      case DRAINING ->
          switch (event) {
            case DRAIN -> Optional.of(DRAINING);
            case FAIL -> Optional.of(FAILED);
            case EXIT -> Optional.of(EXITED);
            // It became ready just before it heard that it should leave.
            case READY -> Optional.of(DRAINING);
            case STARTED -> Optional.empty();
          };
      case FAILED ->
          switch (event) {
            case EXIT -> Optional.of(EXITED);
            case READY, DRAIN, FAIL -> Optional.of(FAILED);
            case STARTED -> Optional.empty();
          };
      case EXITED ->
          switch (event) {
            case STARTED -> Optional.of(STARTING);
            case READY, DRAIN, FAIL, EXIT -> Optional.empty();
          };
    };
  }

  /** Whether its process is there. */
  public boolean isAlive() {
    return this != EXITED;
  }

  /** Whether it serves or is on the way to. */
  public boolean counts() {
    return this == STARTING || this == READY;
  }

  /** As in the status. */
  @Override
  public String toString() {
    return text;
  }
}

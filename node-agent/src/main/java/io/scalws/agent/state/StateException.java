package io.scalws.agent.state;

import java.io.IOException;

/** The state directory cannot be used; the message is for the user. */
public final class StateException extends IOException {
  private static final long serialVersionUID = 1L;

  public StateException(String message) {
    super(message);
  }

  public StateException(String message, Throwable cause) {
    super(message, cause);
  }
}

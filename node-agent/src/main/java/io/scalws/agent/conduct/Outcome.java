package io.scalws.agent.conduct;

/**
 * How a specification or a command ended.
 *
 * @param message what and why, for a human
 */
public record Outcome(Kind kind, String message) {
  /** The exit codes of the command line. */
  public enum Kind {
    COMMITTED(0, "Committed"),
    FAILED(1, "Failed"),
    BAD_INPUT(2, "BadInput"),
    REJECTED(3, "Rejected"),
    ROLLED_BACK(4, "RolledBack"),
    SUPERSEDED(5, "Superseded");

    private final int exitCode;
    private final String text;

    Kind(int exitCode, String text) {
      this.exitCode = exitCode;
      this.text = text;
    }

    public int exitCode() {
      return exitCode;
    }

    /** As in the status. */
    @Override
    public String toString() {
      return text;
    }
  }
}

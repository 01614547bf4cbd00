package io.scalws.planning.spec;

import java.time.Duration;

/** Durations as the specification writes them: {@code 1m30s}, {@code 500ms}, {@code 0s}. */
public final class DurationText {
  private DurationText() {}

  public static String of(Duration duration) {
    StringBuilder text = new StringBuilder();
    append(text, duration.toHours(), "h");
    append(text, duration.toMinutesPart(), "m");
    append(text, duration.toSecondsPart(), "s");
    append(text, duration.toMillisPart(), "ms");
    return text.isEmpty() ? "0s" : text.toString();
  }

  private static void append(StringBuilder text, long amount, String unit) {
    if (amount != 0) {
      text.append(amount).append(unit);
    }
  }
}

package io.scalws.server.files;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** Dates of HTTP, RFC 9110 section 5.6.7. */
final class HttpDate {
  private static final DateTimeFormatter IMF_FIXDATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US);
  // Two digits of a year more than 50 years ahead are of the century before (section 5.6.7); the
  // base below is fixed, which is within the grammar until 2050.
  private static final DateTimeFormatter RFC_850 =
      new DateTimeFormatterBuilder()
          .appendPattern("EEEE, dd-MMM-")
          .appendValueReduced(ChronoField.YEAR, 2, 2, 1970)
          .appendPattern(" HH:mm:ss 'GMT'")
          .toFormatter(Locale.US);
  private static final DateTimeFormatter ASCTIME =
      DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.US);
  private static final List<DateTimeFormatter> ACCEPTED = List.of(IMF_FIXDATE, RFC_850, ASCTIME);

  private HttpDate() {}

  static String format(long epochSeconds) {
    return IMF_FIXDATE.format(LocalDateTime.ofEpochSecond(epochSeconds, 0, ZoneOffset.UTC));
  }

  /** Seconds since 1970; empty for what is no date. */
  static OptionalLong parse(String text) {
    for (DateTimeFormatter format : ACCEPTED) {
      try {
        Instant instant = LocalDateTime.parse(text, format).toInstant(ZoneOffset.UTC);
        return OptionalLong.of(instant.getEpochSecond());
      } catch (DateTimeException e) {
        // Not in this format: the next one.
      }
    }
    return OptionalLong.empty();
  }
}

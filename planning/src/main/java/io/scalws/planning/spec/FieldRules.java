package io.scalws.planning.spec;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What single fields may hold. Each rule gives the value, or reports why there is none. */
final class FieldRules {
  /** Gateway API (GEP-2257): up to four numbers with a unit. */
  private static final Pattern DURATION = Pattern.compile("([0-9]{1,5}(h|m|s|ms)){1,4}");

  private static final Pattern DURATION_PART = Pattern.compile("([0-9]{1,5})(h|ms|m|s)");
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

  /** RFC 9110 section 5.6.2. */
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  private static final int MAX_NAME = 253;

  private final Findings findings;

  FieldRules(Findings findings) {
    this.findings = findings;
  }

  /** A DNS label (RFC 1123). */
  Optional<String> label(String path, String text) {
    if (LABEL.matcher(text).matches()) {
      return Optional.of(text);
    }
    findings.add(
        path,
        quoted(text)
            + " is not a name; use at most 63 lower-case letters, digits and hyphens, and begin and"
            + " end with a letter or digit");
    return Optional.empty();
  }

  /**
   * The name of a Secret or ConfigMap; it becomes part of a path, so it must be no more than that.
   */
  Optional<String> objectName(String path, String text) {
    boolean labels = true;
    for (String part : text.split("\\.", -1)) {
      labels &= LABEL.matcher(part).matches();
    }
    if (labels && text.length() <= MAX_NAME) {
      return Optional.of(text);
    }
    findings.add(
        path,
        quoted(text)
            + " is not a name; use lower-case letters, digits, hyphens and dots, as in web-tls");
    return Optional.empty();
  }

  Optional<HostnamePattern> hostname(String path, String text) {
    Optional<HostnamePattern> pattern = HostnamePattern.parse(text);
    if (pattern.isEmpty()) {
      findings.add(
          path,
          quoted(text)
              + " is not a host name; write one such as www.example.com or *.example.com, without"
              + " port and scheme");
    }
    return pattern;
  }

  Optional<Cidr> cidr(String path, String text) {
    Optional<Cidr> cidr = Cidr.parse(text);
    if (cidr.isEmpty()) {
      findings.add(
          path,
          quoted(text)
              + " is not a block of addresses; write one such as 10.0.0.0/8 or 2001:db8::/32 with"
              + " no bit set behind the prefix");
    }
    return cidr;
  }

  List<Cidr> cidrs(String path, List<String> texts) {
    List<Cidr> cidrs = new ArrayList<>();
    Findings.each(path, texts, (at, text) -> cidr(at, text).ifPresent(cidrs::add));
    return cidrs;
  }

  Optional<String> headerName(String path, String text) {
    if (TOKEN.matcher(text).matches()) {
      return Optional.of(text);
    }
    findings.add(
        path,
        quoted(text) + " is not a header name; use letters, digits and hyphens, as in X-Served-By");
    return Optional.empty();
  }

  /** RFC 9110 section 5.5: nothing that could end the header. */
  boolean headerValue(String path, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < ' ' && c != '\t') || c >= 0x7f) {
        findings.add(
            path,
            "has a character that a header value must not have; use visible ASCII and spaces");
        return false;
      }
    }
    if (text.isBlank() || !text.equals(text.strip())) {
      findings.add(path, "is empty or begins or ends with a space; write the value alone");
      return false;
    }
    return true;
  }

  int number(String path, Integer value, int fallback, int min, int max) {
    return (int) number(path, value == null ? null : value.longValue(), (long) fallback, min, max);
  }

  long number(String path, Long value, long fallback, long min, long max) {
    if (value == null) {
      return fallback;
    }
    if (value < min || value > max) {
      findings.add(path, value + " is out of range; use " + min + " to " + max);
      return fallback;
    }
    return value;
  }

  Duration duration(String path, String text, Duration fallback, Duration min, Duration max) {
    if (text == null) {
      return fallback;
    }
    Optional<Duration> duration = parseDuration(text);
    if (duration.isEmpty()) {
      findings.add(
          path,
          quoted(text)
              + " is not a duration; write numbers with the units h, m, s and ms, as in 30s or"
              + " 1m30s");
      return fallback;
    }
    if (duration.get().compareTo(min) < 0 || duration.get().compareTo(max) > 0) {
      findings.add(
          path,
          text + " is out of range; use " + DurationText.of(min) + " to " + DurationText.of(max));
      return fallback;
    }
    return duration.get();
  }

  static Optional<Duration> parseDuration(String text) {
    if (!DURATION.matcher(text).matches()) {
      return Optional.empty();
    }
    Duration sum = Duration.ZERO;
    Matcher part = DURATION_PART.matcher(text);
    while (part.find()) {
      long amount = Long.parseLong(part.group(1));
      sum =
          sum.plus(
              switch (part.group(2)) {
                case "h" -> Duration.ofHours(amount);
                case "m" -> Duration.ofMinutes(amount);
                case "s" -> Duration.ofSeconds(amount);
                default -> Duration.ofMillis(amount);
              });
    }
    return Optional.of(sum);
  }

  /** The text in quotes, cut short and without control characters, so that it fits in a message. */
  static String quoted(String text) {
    StringBuilder shown = new StringBuilder("\"");
    text.codePoints()
        .limit(60)
        .map(c -> Character.isISOControl(c) ? '?' : c)
        .forEach(shown::appendCodePoint);
    return shown.append(text.codePointCount(0, text.length()) > 60 ? "...\"" : "\"").toString();
  }
}

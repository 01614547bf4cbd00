package io.scalws.server.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.scalws.server.exchange.Headers;
import io.scalws.server.files.Preconditions.Verdict;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreconditionsTest {
  /** Sun, 06 Nov 1994 08:49:37 GMT, the example of RFC 9110 section 5.6.7. */
  private static final long MODIFIED = 784111777;

  private static final Validators FILE = new Validators("\"abc\"", OptionalLong.of(MODIFIED));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "if-none-match | \"abc\" | NOT_MODIFIED",
        "if-none-match | W/\"abc\" | NOT_MODIFIED",
        "if-none-match | \"x\", \"a,b\", \"abc\" | NOT_MODIFIED",
        "if-none-match | * | NOT_MODIFIED",
        "if-none-match | \"x\" | PROCEED",
        "if-none-match | abc | PROCEED",
        "if-match | \"abc\" | PROCEED",
        "if-match | * | PROCEED",
        "if-match | W/\"abc\" | FAILED",
        "if-match | \"x\" | FAILED",
        "if-modified-since | Sun, 06 Nov 1994 08:49:37 GMT | NOT_MODIFIED",
        "if-modified-since | Sunday, 06-Nov-94 08:49:37 GMT | NOT_MODIFIED",
        "if-modified-since | Sun Nov  6 08:49:37 1994 | NOT_MODIFIED",
        "if-modified-since | Sun, 06 Nov 1994 08:49:36 GMT | PROCEED",
        "if-modified-since | yesterday | PROCEED",
        "if-unmodified-since | Sun, 06 Nov 1994 08:49:37 GMT | PROCEED",
        "if-unmodified-since | Sun, 06 Nov 1994 08:49:36 GMT | FAILED",
        "if-unmodified-since | yesterday | PROCEED"
      })
  void oneConditionDecides(String name, String value, Verdict verdict) {
    assertThat(Preconditions.check(Headers.of(name, value), FILE)).isEqualTo(verdict);
  }

  @Test
  void withoutAConditionTheRequestProceeds() {
    assertThat(Preconditions.check(Headers.EMPTY, FILE)).isEqualTo(Verdict.PROCEED);
  }

  @Test
  void anEntityTagCountsMoreThanADate() {
    Headers headers =
        Headers.of("if-none-match", "\"x\"", "if-modified-since", "Sun, 06 Nov 1994 08:49:37 GMT");
    assertThat(Preconditions.check(headers, FILE)).isEqualTo(Verdict.PROCEED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"abc\" | true",
        "W/\"abc\" | false",
        "\"x\" | false",
        "Sun, 06 Nov 1994 08:49:37 GMT | true",
        "Sun, 06 Nov 1994 08:49:38 GMT | false",
        "yesterday | false"
      })
  void ifRangeAppliesToTheSameVersionOnly(String value, boolean applies) {
    assertThat(Preconditions.rangeApplies(Headers.of("if-range", value), FILE)).isEqualTo(applies);
  }

  @Test
  void datesAreWrittenAsTheStandardSays() {
    assertThat(HttpDate.format(MODIFIED)).isEqualTo("Sun, 06 Nov 1994 08:49:37 GMT");
  }
}

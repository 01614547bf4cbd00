package io.scalws.server.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteRangeTest {

  @ParameterizedTest
  @CsvSource({
    "bytes=0-0, 0, 1",
    "bytes=0-99, 0, 100",
    "bytes=0-1000, 0, 100",
    "bytes=50-, 50, 50",
    "bytes=-1, 99, 1",
    "bytes=-1000, 0, 100",
    "Bytes = 99-99, 99, 1"
  })
  void onePartOfTheFile(String value, long first, long length) {
    assertThat(ByteRange.of(value, 100)).isEqualTo(new ByteRange.Part(first, length));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes=100-", "bytes=-0", "bytes=100-200"})
  void nothingOfTheFile(String value) {
    assertThat(ByteRange.of(value, 100)).isEqualTo(new ByteRange.Unsatisfiable());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bytes=0-1,5-6",
        "bytes=-",
        "bytes=5-1",
        "items=0-1",
        "bytes",
        "bytes=a-b",
        "bytes=0-99999999999999999999"
      })
  void whatIsMalformedOrManifoldIsIgnored(String value) {
    assertThat(ByteRange.of(value, 100)).isEqualTo(new ByteRange.Whole());
  }
}

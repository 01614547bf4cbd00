package io.scalws.server.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamRequestHeadsTest {
  private static final InetSocketAddress ADDRESS =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
  private static final Origin ORIGIN = new Origin(ADDRESS, ADDRESS, "https", true, false);

  @Test
  void pseudoFieldsBecomeTheTargetAndHostIsNotRepeated() {
    RequestHead head =
        parse(":method=GET :scheme=https :authority=a.example :path=/x host=A.example accept=*/*")
            .orElseThrow();

    assertThat(head.method()).isEqualTo("GET");
    assertThat(head.target()).isEqualTo(Target.of("https", "a.example", "/x"));
    assertThat(head.headers()).isEqualTo(Headers.of("accept", "*/*"));
    assertThat(head.version()).isEqualTo(HttpVersion.HTTP_3);
  }

  @Test
  void hostStandsForAMissingAuthority() {
    assertThat(parse(":method=GET :scheme=https :path=/ host=a.example").orElseThrow().target())
        .isEqualTo(Target.of("https", "a.example", "/"));
  }

  @Test
  void optionsMayAskForTheWholeServer() {
    assertThat(parse(":method=OPTIONS :scheme=https :authority=a :path=*")).isPresent();
    assertThat(parse(":method=GET :scheme=https :authority=a :path=*")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ":scheme=https :authority=a :path=/",
        ":method=GET :authority=a :path=/",
        ":method=GET :scheme=https :authority=a",
        ":method=GET :scheme=https :path=/",
        ":method=GET :scheme=ftp :authority=a :path=/",
        ":method=GET :scheme=https :authority=u@a :path=/",
        ":method=GET :scheme=https :authority=a :path=/ host=b",
        ":method=GET :scheme=https :authority=a :path=/ host=a host=b",
        ":method=GET :method=GET :scheme=https :authority=a :path=/",
        ":method=GET :scheme=https :authority=a :path=/ :path=/admin",
        ":method=GET :scheme=https :authority=a :path=/ Upper=1",
        ":method=GET :scheme=https :authority=a :path=/ connection=close",
        ":method=GET :scheme=https :authority=a :path=/ content-length=1 content-length=1",
        ":method=GET :scheme=https :authority=a :path=/ =1",
      })
  void malformedRequestsAreNoRequests(String fields) {
    assertThat(parse(fields)).isEmpty();
  }

  @Test
  void trailersHaveNoPseudoFields() {
    assertThat(StreamRequestHeads.trailers(fields("checksum=1")))
        .contains(Headers.of("checksum", "1"));
    assertThat(StreamRequestHeads.trailers(fields(":path=/"))).isEmpty();
  }

  @Test
  void everyFieldCountsWithItsOverhead() {
    assertThat(StreamRequestHeads.size(fields("a=bc :path=/"))).isEqualTo(32 + 3 + 32 + 6);
  }

  private static Optional<RequestHead> parse(String fields) {
    return StreamRequestHeads.of(HttpVersion.HTTP_3, fields(fields), ORIGIN);
  }

  private static List<Map.Entry<CharSequence, CharSequence>> fields(String text) {
    List<Map.Entry<CharSequence, CharSequence>> fields = new ArrayList<>();
    for (String field : text.split(" ", -1)) {
      int at = field.indexOf('=');
      fields.add(Map.entry(field.substring(0, at), field.substring(at + 1)));
    }
    return fields;
  }
}

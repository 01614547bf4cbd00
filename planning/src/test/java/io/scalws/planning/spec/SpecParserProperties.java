package io.scalws.planning.spec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.scalws.planning.spec.ParseResult.Parsed;
import io.scalws.planning.spec.ParseResult.Rejected;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever is written, there is a model or at least one violation, and never an exception. */
class SpecParserProperties {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> NAMES =
      List.of(
          "listeners",
          "routes",
          "name",
          "port",
          "protocol",
          "address",
          "tls",
          "selfSigned",
          "certificateRefs",
          "http3",
          "enabled",
          "matches",
          "path",
          "value",
          "type",
          "headers",
          "method",
          "static",
          "configMapRef",
          "directory",
          "backendRefs",
          "url",
          "weight",
          "redirect",
          "location",
          "respond",
          "statusCode",
          "body",
          "hostnames",
          "limits",
          "drain",
          "timeout",
          "timeouts",
          "scaling",
          "mode",
          "trustedProxies",
          "instancesPerNode",
          "min",
          "max",
          "nodeSelector",
          "tolerations",
          "quic",
          "retry",
          "rollout",
          "surge");

  @Property(tries = 500)
  void arbitraryTreesNeverThrow(@ForAll("trees") Object spec) throws JsonProcessingException {
    String text =
        JSON.writeValueAsString(
            Map.of(
                "apiVersion",
                "scalws.io/v1alpha1",
                "kind",
                "ScalwsRuntime",
                "metadata",
                Map.of("name", "web"),
                "spec",
                spec));
    assertDecided(Specs.parse(text));
  }

  @Property(tries = 500)
  void arbitraryDocumentsNeverThrow(@ForAll("trees") Object document)
      throws JsonProcessingException {
    assertDecided(Specs.parse(JSON.writeValueAsString(document)));
  }

  @Property(tries = 500)
  void arbitraryTextNeverThrows(@ForAll String text) {
    assertDecided(Specs.parse(text));
  }

  @Property
  void durationsAreReadAsTheyAreWritten(@ForAll("millis") long millis) {
    Duration duration = Duration.ofMillis(millis);
    assertThat(FieldRules.parseDuration(DurationText.of(duration))).contains(duration);
  }

  private static void assertDecided(ParseResult result) {
    switch (result) {
      case Parsed parsed -> assertThat(parsed.model().listeners()).isNotEmpty();
      case Rejected rejected -> assertThat(rejected.violations()).isNotEmpty();
    }
  }

  @Provide
  Arbitrary<Long> millis() {
    return Arbitraries.longs().between(0, 99_999L * 3_600_000);
  }

  @Provide
  Arbitrary<Object> trees() {
    return tree(4);
  }

  private static Arbitrary<Object> tree(int depth) {
    Arbitrary<Object> leaf =
        Arbitraries.oneOf(
            Arbitraries.integers().between(-1, 70_000).asGeneric(),
            Arbitraries.of(
                    "",
                    "*",
                    "/",
                    "HTTP",
                    "HTTPS",
                    "a",
                    "10.0.0.1",
                    "::",
                    "30s",
                    "http://a",
                    "\u0000")
                .asGeneric(),
            Arbitraries.strings().ofMaxLength(5).asGeneric(),
            Arbitraries.of(true, false).asGeneric(),
            Arbitraries.doubles().asGeneric());
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<Object> inner = tree(depth - 1);
    Arbitrary<Object> list = inner.list().ofMaxSize(3).map(values -> values);
    Arbitrary<Object> map =
        Arbitraries.maps(Arbitraries.of(NAMES), inner).ofMaxSize(6).map(fields -> fields);
    return Arbitraries.oneOf(leaf, list, map);
  }
}

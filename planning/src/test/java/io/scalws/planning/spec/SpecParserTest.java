package io.scalws.planning.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.scalws.planning.spec.Listener.Certificate;
import io.scalws.planning.spec.Listener.HttpVersion;
import io.scalws.planning.spec.ParseResult.Parsed;
import io.scalws.planning.spec.ResolvedSpecification.NodeFacts;
import io.scalws.planning.spec.Route.Action;
import io.scalws.planning.spec.Route.Backend;
import io.scalws.planning.spec.Route.Match;
import io.scalws.planning.spec.Route.PathMatch;
import io.scalws.planning.spec.Route.Source;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SpecParserTest {
  private static final String EXAMPLE =
      """
      apiVersion: scalws.io/v1alpha1
      kind: ScalwsRuntime
      metadata: {name: web, namespace: shop}
      spec:
        instancesPerNode: {min: 2, max: 4}
        instanceHeader: X-Served-By
        trustedProxies: [10.0.0.0/8, "2001:db8::/32"]
        drain: {timeout: 1m30s}
        listeners:
          - {name: http, port: 8080, protocol: HTTP, address: 127.0.0.1}
          - name: https
            port: 8443
            protocol: HTTPS
            hostname: "*.Example.com"
            tls: {certificateRefs: [{name: web-tls}, {name: api-tls}]}
            http3: {enabled: true, advertisedPort: 443}
        routes:
          - {matches: [{path: {type: Exact, value: /old}}], redirect: {location: /new/, statusCode: 308}}
          - {matches: [{path: {value: /hello/}}], respond: {body: "hello\\n"}}
          - hostnames: [api.example.com]
            matches: [{path: {type: PathPrefix, value: /api}, method: GET}]
            backendRefs: [{url: "http://127.0.0.1:9000"}, {url: "http://[::1]", weight: 0}]
            timeouts: {request: 10s}
          - {static: {configMapRef: {name: site}}}
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: site, namespace: shop}
      data: {index.html: "<p>hello</p>"}
      binaryData: {dot.gif: R0lG}
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: unused, namespace: shop}
      """;

  @Test
  void aWholeSpecificationBecomesAModel() {
    RuntimeModel model = Specs.model(EXAMPLE);
    assertThat(model.name()).hasToString("shop/web");
    assertThat(model.instances()).isEqualTo(new RuntimeModel.Instances(2, 4));
    assertThat(model.instanceHeader()).contains("X-Served-By");
    assertThat(model.drain().timeout()).isEqualTo(Duration.ofSeconds(90));
    assertThat(model.trustedProxies())
        .extracting(Cidr::toString)
        .containsExactly("10.0.0.0/8", "2001:db8::/32");
    assertThat(model.identities())
        .extracting(Object::toString)
        .containsExactly(
            "tcp/127.0.0.1:8080",
            "tcp/0.0.0.0:8443",
            "tcp/[::]:8443",
            "udp/0.0.0.0:8443",
            "udp/[::]:8443");
    Listener https = model.listeners().get(1);
    assertThat(https.hostname()).contains(new HostnamePattern(true, "example.com"));
    assertThat(https.versions())
        .containsExactlyInAnyOrder(HttpVersion.HTTP_1_1, HttpVersion.HTTP_2);
    assertThat(https.tls().orElseThrow().certificates())
        .extracting(Certificate::files)
        .containsExactly(
            new CertificateFiles("/secrets/web-tls/tls.crt", "/secrets/web-tls/tls.key"),
            new CertificateFiles("/secrets/api-tls/tls.crt", "/secrets/api-tls/tls.key"));
    assertThat(https.http3()).contains(new Listener.Http3(Duration.ofHours(1), 443, false));
    assertThat(model.listenerOf(model.identities().first()).orElseThrow().name()).isEqualTo("http");
  }

  @Test
  void routesBecomeMatchesAndOneAction() {
    List<Route> routes = Specs.model(EXAMPLE).routes();
    assertThat(routes.get(0).action()).isEqualTo(new Action.Redirect(308, "/new/"));
    assertThat(routes.get(1).matches())
        .containsExactly(new Match(new PathMatch.Prefix("/hello"), List.of(), Optional.empty()));
    assertThat(routes.get(1).action())
        .isEqualTo(new Action.Respond(200, Content.ofUtf8("hello\n"), "text/plain; charset=utf-8"));
    assertThat(routes.get(2).action())
        .isEqualTo(
            new Action.Proxy(
                List.of(new Backend("127.0.0.1", 9000, 1), new Backend("::1", 80, 0)),
                Optional.of(Duration.ofSeconds(10)),
                Duration.ofSeconds(10)));
    assertThat(routes.get(3).matches()).containsExactly(Match.ALL);
    assertThat(routes.get(3).action())
        .isEqualTo(
            new Action.Static(
                new Source.Files(
                    "site",
                    ConfigMapFiles.of(
                        Map.of(
                            "index.html",
                            Content.ofUtf8("<p>hello</p>"),
                            "dot.gif",
                            Content.ofUtf8("GIF"))))));
  }

  @Test
  void anInstanceBuildsTheSameModelFromWhatTravels() throws IOException {
    Parsed parsed = (Parsed) Specs.parse(EXAMPLE);
    ResolvedSpecification travelled =
        ResolvedSpecification.read(parsed.specification().withGeneration(7).write());
    assertThat(travelled.generation()).isEqualTo(7);
    assertThat(travelled.withGeneration(1)).isEqualTo(parsed.specification());
    assertThat(SpecParser.parse(travelled)).isEqualTo(new Parsed(parsed.model(), travelled));
  }

  @Test
  void onlyTheConfigMapsThatAreReferredToTravel() {
    assertThat(((Parsed) Specs.parse(EXAMPLE)).specification().configMaps())
        .containsOnlyKeys("site");
  }

  @Test
  void aWildcardIsOneAddressOnANodeWithoutIpv6() {
    String text = Specs.runtime("listeners: [{name: a, port: 80, protocol: HTTP}]");
    ParseResult result =
        SpecParser.parse(List.of(new SourceFile("f", text)), new NodeFacts(false, "/s", "/x"), 1);
    assertThat(((Parsed) result).model().identities())
        .extracting(Object::toString)
        .containsExactly("tcp/0.0.0.0:80");
  }

  @Test
  void aSelfSignedCertificateIsSharedByTheInstances() {
    RuntimeModel model =
        Specs.model(
            Specs.runtime(
                "listeners: [{name: a, port: 443, protocol: HTTPS, hostname: x.test,"
                    + " tls: {selfSigned: true}}]"));
    assertThat(model.listeners().getFirst().tls().orElseThrow().certificates())
        .containsExactly(
            new Certificate(
                "self-signed-a",
                new CertificateFiles(
                    "/state/self-signed/a/tls.crt", "/state/self-signed/a/tls.key"),
                true,
                List.of("x.test", "localhost")));
  }

  @Test
  void theFirstFileWithARuntimeWinsAndTheOtherIsReported() {
    String text = Specs.runtime("listeners: [{name: a, port: 80, protocol: HTTP}]");
    ParseResult result =
        SpecParser.parse(
            List.of(new SourceFile("a.yaml", text), new SourceFile("b.yaml", text)),
            Specs.FACTS,
            1);
    assertThat(((ParseResult.Rejected) result).violations())
        .extracting(Violation::toString)
        .containsExactly(
            "b.yaml: document 1: a second ScalwsRuntime \"default/web\"; one agent runs one, and"
                + " \"default/web\" came first; remove one of them");
  }
}

package io.scalws.crds;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What the types of the records do not say: bounds, patterns, defaults, keys of lists, and rules
 * over several fields. By path; {@code []} is a list's element. Every string, list and map is
 * bounded, or the API server refuses the rules for what they might cost.
 */
final class Constraints {
  private static final String LABEL = "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$";
  private static final String NAME =
      "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$";
  private static final String HOSTNAME =
      "^(\\*\\.)?[a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?(\\.[a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?)*$";
  private static final String DURATION = "^([0-9]{1,5}(h|m|s|ms)){1,4}$";
  private static final String TOKEN = "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$";

  private final Map<String, Consumer<ObjectNode>> byPath = new LinkedHashMap<>();

  Constraints() {
    runtime();
    listeners("spec.listeners");
    routes("spec.routes");
    settings();
    node();
  }

  void apply(String path, ObjectNode schema) {
    bound(schema);
    byPath.getOrDefault(path, ignored -> {}).accept(schema);
  }

  Iterable<String> paths() {
    return byPath.keySet();
  }

  private static void bound(ObjectNode schema) {
    switch (schema.path("type").asText()) {
      case "string" -> {
        if (!schema.has("enum")) {
          schema.put("maxLength", 1024);
        }
      }
      case "array" -> schema.put("maxItems", 64);
      case "object" -> {
        if (schema.has("additionalProperties")) {
          schema.put("maxProperties", 64);
        }
      }
      default -> {}
    }
  }

  private void runtime() {
    on("spec", schema -> required(schema, "listeners"));
    on("spec.listeners", schema -> keyed(schema, "name", 64).put("minItems", 1));
    on("spec.routes", schema -> schema.put("maxItems", 256));
    on("spec.trustedProxies", schema -> schema.put("x-kubernetes-list-type", "set"));
    on("spec.trustedProxies[]", schema -> schema.put("maxLength", 43));
    on("spec.instanceHeader", schema -> pattern(schema, TOKEN, 128));
    on(
        "spec.instancesPerNode",
        schema ->
            rule(
                schema,
                "!has(self.max) || self.max >= (has(self.min) ? self.min : 1)",
                "min is larger than max; raise max or lower min"));
    range("spec.instancesPerNode.min", 1, 64);
    range("spec.instancesPerNode.max", 1, 64);
    on("status.conditions", schema -> keyed(schema, "type", 16));
    on("status.conditions[].message", schema -> schema.put("maxLength", 32768));
    on("status.addresses", schema -> schema.put("maxItems", 5000));
    on("status.sockets", schema -> schema.put("maxItems", 256));
    on("status.scaling.desired", schema -> schema.put("maxProperties", 5000));
  }

  private void listeners(String at) {
    String each = at + "[]";
    on(
        at,
        schema -> {
          keyed(schema, "name", 64).put("minItems", 1);
          rule(
              schema,
              "self.all(a, self.all(b, a.name == b.name || a.port != b.port || (has(a.address) &&"
                  + " has(b.address) && a.address != '*' && b.address != '*' && a.address !="
                  + " b.address)))",
              "two listeners have the same port and addresses that overlap; choose another port or"
                  + " address");
        });
    on(
        each,
        schema -> {
          required(schema, "name", "port", "protocol");
          rule(
              schema,
              "self.protocol != 'HTTPS' || has(self.tls)",
              "HTTPS needs a certificate; set tls.certificateRefs or tls.selfSigned");
          rule(
              schema,
              "self.protocol != 'HTTP' || !has(self.tls)",
              "tls has no meaning with protocol HTTP; remove it or use HTTPS");
          rule(
              schema,
              "!has(self.http3) || !has(self.http3.enabled) || !self.http3.enabled ||"
                  + " self.protocol == 'HTTPS'",
              "HTTP/3 needs TLS; use protocol HTTPS or set http3.enabled: false");
          rule(
              schema,
              "!has(self.proxyProtocol) || !has(self.http3) || !has(self.http3.enabled) ||"
                  + " !self.http3.enabled",
              "proxyProtocol has no form for QUIC, so a listener with HTTP/3 cannot have it");
        });
    on(each + ".name", schema -> pattern(schema, LABEL, 63));
    on(each + ".address", schema -> schema.put("maxLength", 45));
    range(each + ".port", 1, 65535);
    on(each + ".hostname", schema -> pattern(schema, HOSTNAME, 253));
    on(each + ".httpVersions", schema -> schema.put("minItems", 1).put("maxItems", 2));
    on(
        each + ".tls",
        schema ->
            rule(
                schema,
                "(has(self.selfSigned) && self.selfSigned) != (has(self.certificateRefs) &&"
                    + " self.certificateRefs.size() > 0)",
                "use exactly one of certificateRefs and selfSigned: true"));
    on(each + ".tls.certificateRefs", schema -> keyed(schema, "name", 64));
    on(each + ".tls.certificateRefs[]", schema -> required(schema, "name"));
    on(each + ".tls.certificateRefs[].name", schema -> pattern(schema, NAME, 253));
    on(
        each + ".tls.frontendValidation.caCertificateRefs",
        schema -> keyed(schema, "name", 8).put("minItems", 1));
    on(each + ".tls.frontendValidation.caCertificateRefs[]", schema -> required(schema, "name"));
    on(
        each + ".tls.frontendValidation.caCertificateRefs[].name",
        schema -> pattern(schema, NAME, 253));
    on(each + ".http3.altSvcMaxAge", schema -> pattern(schema, DURATION, 32));
    range(each + ".http3.advertisedPort", 1, 65535);
    on(each + ".proxyProtocol", schema -> required(schema, "trustedCidrs"));
    on(each + ".proxyProtocol.trustedCidrs", schema -> schema.put("minItems", 1));
    on(each + ".proxyProtocol.trustedCidrs[]", schema -> schema.put("maxLength", 43));
  }

  private void routes(String at) {
    String each = at + "[]";
    on(
        each,
        schema -> {
          rule(
              schema,
              "[has(self.static), has(self.backendRefs), has(self.redirect),"
                  + " has(self.respond)].filter(given, given).size() == 1",
              "a route needs exactly one of static, backendRefs, redirect and respond");
          rule(
              schema,
              "!has(self.timeouts) || has(self.backendRefs)",
              "timeouts have no meaning without backendRefs; remove them");
        });
    on(each + ".hostnames", schema -> schema.put("maxItems", 16));
    on(each + ".hostnames[]", schema -> pattern(schema, HOSTNAME, 253));
    on(each + ".matches", schema -> schema.put("maxItems", 16));
    on(each + ".matches[].path.value", schema -> pattern(schema, "^/", 1024));
    on(each + ".matches[].headers", schema -> schema.put("maxItems", 16));
    on(each + ".matches[].headers[]", schema -> required(schema, "name", "value"));
    on(each + ".matches[].headers[].name", schema -> pattern(schema, TOKEN, 256));
    on(each + ".matches[].method", schema -> pattern(schema, "^[A-Z]+$", 16));
    on(
        each + ".static",
        schema ->
            rule(
                schema,
                "has(self.directory) != has(self.configMapRef)",
                "use exactly one of directory and configMapRef"));
    on(each + ".static.directory", schema -> pattern(schema, "^/", 1024));
    on(each + ".static.configMapRef", schema -> required(schema, "name"));
    on(each + ".static.configMapRef.name", schema -> pattern(schema, NAME, 253));
    on(each + ".backendRefs", schema -> schema.put("minItems", 1).put("maxItems", 16));
    on(
        each + ".backendRefs[]",
        schema ->
            rule(
                schema,
                "has(self.url) != has(self.name) && has(self.name) == has(self.port)",
                "use either url or name and port of a Service"));
    on(each + ".backendRefs[].name", schema -> pattern(schema, LABEL, 63));
    range(each + ".backendRefs[].port", 1, 65535);
    on(each + ".backendRefs[].url", schema -> pattern(schema, "^https?://[^/?#@]+/?$", 512));
    range(each + ".backendRefs[].weight", 0, 1_000_000);
    on(each + ".redirect", schema -> required(schema, "location"));
    on(each + ".redirect.location", schema -> pattern(schema, "^(/([^/].*)?|https?://.+)$", 1024));
    on(
        each + ".redirect.statusCode",
        schema -> {
          ArrayNode codes = schema.putArray("enum");
          List.of(301, 302, 303, 307, 308).forEach(codes::add);
        });
    range(each + ".respond.statusCode", 200, 599);
    on(each + ".respond.body", schema -> schema.put("maxLength", 65536));
    on(each + ".respond.contentType", schema -> schema.put("maxLength", 256));
    duration(each + ".timeouts.request");
    duration(each + ".timeouts.backendRequest");
  }

  private void settings() {
    range("spec.scaling.targets.utilizationPercent", 1, 100);
    range("spec.scaling.targets.requestsInFlight", 1, 1_000_000);
    range("spec.scaling.targets.connections", 1, 10_000_000);
    duration("spec.scaling.windows.stable");
    duration("spec.scaling.windows.panic");
    duration("spec.scaling.windows.scaleIn");
    range("spec.rollout.surge", 1, 64);
    duration("spec.rollout.progressDeadline");
    range("spec.rollout.nodeParallelism", 1, 1000);
    range("spec.rollout.maxRefusingNodes", 0, 1000);
    duration("spec.drain.timeout");
    duration("spec.drain.h3Timeout");
    duration("spec.drain.goAwaySpread");
    duration("spec.drain.loadBalancerDelay");
    range("spec.limits.connections", 1, Integer.MAX_VALUE);
    range("spec.limits.requestsInFlight", 1, Integer.MAX_VALUE);
    range("spec.limits.connectionsPerSecond", 1, Integer.MAX_VALUE);
    range("spec.limits.requestsPerSecond", 1, Integer.MAX_VALUE);
    range("spec.limits.headerBytes", 1024, 1024 * 1024);
    range("spec.limits.bodyBytes", 0, 1L << 40);
    duration("spec.timeouts.handshake");
    duration("spec.timeouts.requestHeader");
    duration("spec.timeouts.requestBodyIdle");
    duration("spec.timeouts.idle");
    duration("spec.quic.keyRotationPeriod");
    on("spec.tolerations[].tolerationSeconds", schema -> schema.put("minimum", 0));
  }

  private void node() {
    on("spec.nodeName", schema -> pattern(schema, NAME, 253));
    range("spec.nodePart", 1, 0xff_ffff);
    range("spec.generation", 1, Long.MAX_VALUE);
    range("spec.activeGeneration", 1, Long.MAX_VALUE);
    on("spec.sockets", schema -> schema.put("maxItems", 256));
    range("spec.instances", 0, 64);
    on("spec.pods", schema -> schema.put("maxItems", 256));
    on("spec.keyEpochs", schema -> schema.put("maxItems", 7));
    range("spec.keyEpochs[].number", 0, Integer.MAX_VALUE);
    range("spec.keyEpochs[].rotation", 0, 6);
    on("status.instances", schema -> schema.put("maxItems", 256));
  }

  private void on(String path, Consumer<ObjectNode> change) {
    byPath.merge(path, change, Consumer::andThen);
  }

  private void range(String path, long min, long max) {
    on(path, schema -> schema.put("minimum", min).put("maximum", max));
  }

  private void duration(String path) {
    on(path, schema -> pattern(schema, DURATION, 32));
  }

  private static void pattern(ObjectNode schema, String pattern, int maxLength) {
    schema.put("pattern", pattern).put("maxLength", maxLength);
  }

  private static void required(ObjectNode schema, String... names) {
    ArrayNode required = schema.putArray("required");
    List.of(names).forEach(required::add);
  }

  private static ObjectNode keyed(ObjectNode schema, String key, int maxItems) {
    schema.put("x-kubernetes-list-type", "map").put("maxItems", maxItems);
    schema.putArray("x-kubernetes-list-map-keys").add(key);
    ((ObjectNode) schema.get("items")).putArray("required").add(key);
    return schema;
  }

  private static void rule(ObjectNode schema, String rule, String message) {
    schema
        .withArray("x-kubernetes-validations")
        .addObject()
        .put("rule", rule)
        .put("message", message);
  }
}

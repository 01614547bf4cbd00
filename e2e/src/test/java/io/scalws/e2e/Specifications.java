package io.scalws.e2e;

import java.util.List;

/** The texts of ScalwsRuntimes that the tests run. */
final class Specifications {

  private Specifications() {}

  /** What every one begins with. */
  static String runtime(int instances, List<String> listeners, List<String> routes) {
    return """
        apiVersion: scalws.io/v1alpha1
        kind: ScalwsRuntime
        metadata: {name: web, namespace: default}
        spec:
          instancesPerNode: {min: %d, max: 8}
          instanceHeader: X-Served-By
          listeners:
        %s
          routes:
        %s
        """
        .formatted(
            instances,
            String.join("\n", listeners.stream().map(line -> "    - " + line).toList()),
            String.join("\n", routes.stream().map(line -> "    - " + line).toList()));
  }

  static String http(String name, String address, int port) {
    return "{name: %s, address: \"%s\", port: %d, protocol: HTTP}".formatted(name, address, port);
  }

  static String https(String name, String address, int port) {
    return """
        {name: %s, address: "%s", port: %d, protocol: HTTPS, \
        tls: {certificateRefs: [{name: %s}]}, http3: {enabled: true}}"""
        .formatted(name, address, port, Certificates.NAME);
  }

  static String hello() {
    return """
        {matches: [{path: {type: Exact, value: /hello}}], \
        respond: {statusCode: 200, body: "hello\\n", contentType: text/plain}}""";
  }

  static String files(String directory) {
    return "{static: {directory: \"%s\"}}".formatted(directory);
  }
}

package io.scalws.planning.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One case for each rule, with the exact message. */
class BadSpecificationTest {
  private static final String OK = "listeners: [{name: a, port: 80, protocol: HTTP}]\n";

  record Case(String text, List<String> expected) {}

  /** A whole file. */
  private static Case file(String text, String... expected) {
    return new Case(text, List.of(expected));
  }

  /** The fields below {@code spec}. */
  private static Case spec(String text, String... expected) {
    return new Case(Specs.runtime(text), List.of(expected));
  }

  private static Case listener(String fields, String... expected) {
    return spec("listeners: [{" + fields + "}]", expected);
  }

  private static Case route(String fields, String... expected) {
    return spec(OK + "routes: [{" + fields + "}]", expected);
  }

  private static Case setting(String fields, String... expected) {
    return spec(OK + fields, expected);
  }

  @ParameterizedTest
  @MethodSource({
    "files",
    "listeners",
    "certificates",
    "routes",
    "actions",
    "upstreams",
    "settings",
    "notYet"
  })
  void everyRuleHasItsMessage(Case input) {
    assertThat(Specs.violations(input.text()))
        .containsExactlyElementsOf(
            input.expected().stream().map(message -> "f.yaml: " + message).toList());
  }

  static Stream<Case> files() {
    return Stream.of(
        file("", "line 1: the file is empty; expected a ScalwsRuntime"),
        file(
            "# nothing\n",
            "line 1: there is no ScalwsRuntime; add a document with kind: ScalwsRuntime"),
        file(
            "a: [1, 2",
            "line 1, column 9: not valid YAML: expected ',' or ']', but got <stream end>"),
        file("a: b: c\n", "line 1, column 5: not valid YAML: mapping values are not allowed here"),
        file("x: 1\nx: 2\n", "line 2, column 2: not valid YAML: Duplicate field 'x'"),
        file(
            "kind: ScalwsRuntime\n\tx: 1\n",
            "line 1, column 20: not valid YAML: found character '\\t(TAB)' that cannot start any token. (Do not use \\t(TAB) for indentation)"),
        file("- 1\n", "document 1: is not an object; expected apiVersion, kind, metadata and spec"),
        file(
            "metadata: {name: a}\n",
            "document 1: kind is missing; expected ScalwsRuntime or ConfigMap"),
        file("kind: 3\n", "kind: is the wrong type; expected text; put it in quotes"),
        file(
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: b}\n",
            "line 1: there is no ScalwsRuntime; add a document with kind: ScalwsRuntime"),
        file(
            "apiVersion: v1\nkind: Secret\nmetadata: {name: web-tls}\n",
            "document 1: a Secret must not be in the files, because the agent holds no certificate key; put tls.crt and tls.key into the directory web-tls below --secrets-dir"),
        file(
            "apiVersion: v1\nkind: Deployment\n",
            "document 1: kind \"Deployment\" is not read here; only ScalwsRuntime and ConfigMap are; remove it"),
        file(
            "apiVersion: v1\nkind: ScalwsRuntimes\n",
            "document 1: kind \"ScalwsRuntimes\" is not read here; did you mean ScalwsRuntime?"),
        file(
            "apiVersion: scalws.io/v1\nkind: ScalwsRuntime\nmetadata: {name: web, lables: {}}\nspecc: {}\nspec: {listeners: [{name: a, port: 80, protocol: HTTP}]}\n",
            "apiVersion: \"scalws.io/v1\" is unknown; expected scalws.io/v1alpha1",
            "specc: unknown field; did you mean \"spec\"?",
            "metadata.lables: unknown field; did you mean \"labels\"?"),
        file(
            "kind: ScalwsRuntime\n",
            "apiVersion: missing; expected scalws.io/v1alpha1",
            "metadata: missing; expected name and, if not default, namespace",
            "spec: missing; give at least listeners"),
        file(
            "apiVersion: scalws.io/v1alpha1\nkind: ScalwsRuntime\nmetadata: {name: Web_1, namespace: ../x}\nspec: [1]\n",
            "metadata.namespace: \"../x\" is not a name; use at most 63 lower-case letters, digits and hyphens, and begin and end with a letter or digit",
            "metadata.name: \"Web_1\" is not a name; use lower-case letters, digits, hyphens and dots, as in web-tls",
            "spec: is the wrong type; expected fields"),
        file(
            "apiVersion: scalws.io/v1alpha1\nkind: ScalwsRuntime\nmetadata: {name: a.b}\nspec: {listeners: [{name: a, port: 80, protocol: HTTP}]}\n",
            "metadata.name: \"a.b\" does not fit into the names of instances; use at most 48 characters and no dots"),
        file(
            Specs.runtime(OK) + "---\n" + Specs.runtime(OK),
            "document 2: a second ScalwsRuntime \"default/web\"; one agent runs one, and \"default/web\" came first; remove one of them"),
        file(
            Specs.runtime(OK)
                + "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: site}\ndata: {a/b: x, c: 1, d: x}\nbinaryData: {d: eA==, e: '%'}\n",
            "document 2, data.a/b: is not a file name; use letters, digits, hyphen, underscore and dot",
            "document 2, data.c: is the wrong type; expected text; put it in quotes",
            "document 2, binaryData.d: is in data and binaryData; remove one",
            "document 2, binaryData.e: is not Base64; encode the file with base64"),
        file(
            Specs.runtime(OK)
                + "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: site}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: site}\ndata: [1]\n",
            "document 3, data: is the wrong type; expected file names with contents",
            "document 3: a second ConfigMap \"default/site\"; remove one of them"));
  }

  static Stream<Case> listeners() {
    return Stream.of(
        spec(
            "{}",
            "spec.listeners: missing; give at least one listener with name, port and protocol"),
        spec(
            "listeners: []",
            "spec.listeners: missing; give at least one listener with name, port and protocol"),
        spec(
            "listeners: {name: a}", "spec.listeners: an object is the wrong type; expected a list"),
        spec("listeners: [null]", "spec.listeners[0]: is empty; fill it in or remove it"),
        spec(
            "listeners: [x]",
            "spec.listeners[0]: \"x\" is the wrong type; expected fields (name, address, port, protocol, hostname, tls, http3, proxyProtocol, httpVersions)"),
        listener(
            "",
            "spec.listeners[0].name: missing; name the listener, as in https",
            "spec.listeners[0].port: missing; give a port from 1 to 65535",
            "spec.listeners[0].protocol: missing; use HTTP or HTTPS"),
        listener(
            "name: a, prot: 80, protocol: HTTP",
            "spec.listeners[0].prot: unknown field; did you mean \"port\"?",
            "spec.listeners[0].port: missing; give a port from 1 to 65535"),
        listener(
            "name: a, port: '80', protocol: HTTP",
            "spec.listeners[0].port: \"80\" is the wrong type; expected a whole number"),
        listener(
            "name: a, port: 80.5, protocol: HTTP",
            "spec.listeners[0].port: 80.5 is the wrong type; expected a whole number"),
        listener(
            "name: a, port: 0, protocol: HTTP",
            "spec.listeners[0].port: 0 is out of range; use 1 to 65535"),
        listener(
            "name: a, port: 65536, protocol: HTTP",
            "spec.listeners[0].port: 65536 is out of range; use 1 to 65535"),
        listener(
            "name: a, port: 99999999999, protocol: HTTP",
            "spec.listeners[0].port: 99999999999 is the wrong type; expected a whole number"),
        listener(
            "name: A, port: 80, protocol: HTTP",
            "spec.listeners[0].name: \"A\" is not a name; use at most 63 lower-case letters, digits and hyphens, and begin and end with a letter or digit"),
        listener(
            "name: 7, port: 80, protocol: HTTP",
            "spec.listeners[0].name: 7 is the wrong type; expected text; put it in quotes"),
        listener(
            "name: a, port: 80, protocol: Http",
            "spec.listeners[0].protocol: \"Http\" is not one of HTTP, HTTPS; did you mean HTTP?"),
        listener(
            "name: a, port: 80, protocol: QUIC",
            "spec.listeners[0].protocol: \"QUIC\" is not one of HTTP, HTTPS"),
        listener(
            "name: a, port: 80, protocol: HTTP, address: localhost",
            "spec.listeners[0].address: \"localhost\" is not an IP address; write one such as 192.0.2.1 or 2001:db8::1, or \"*\" for all of them"),
        listener(
            "name: a, port: 80, protocol: HTTP, hostname: 'a_b:80'",
            "spec.listeners[0].hostname: \"a_b:80\" is not a host name; write one such as www.example.com or *.example.com, without port and scheme"),
        listener(
            "name: a, port: 80, protocol: HTTP, httpVersions: []",
            "spec.listeners[0].httpVersions: is empty; list at least one version or remove the field"),
        listener(
            "name: a, port: 80, protocol: HTTP, httpVersions: [HTTP/1.1, HTTP/1.1]",
            "spec.listeners[0].httpVersions[1]: is listed twice; remove one"),
        listener(
            "name: a, port: 80, protocol: HTTP, httpVersions: [HTTP/2]",
            "spec.listeners[0].httpVersions[0]: HTTP/2 without TLS is not supported yet; remove it or use HTTPS"),
        listener(
            "name: a, port: 80, protocol: HTTP, httpVersions: [HTTP/3]",
            "spec.listeners[0].httpVersions[0]: \"HTTP/3\" is not one of HTTP/1.1, HTTP/2; did you mean HTTP/2?"),
        listener(
            "name: a, port: 80, protocol: HTTP}, {name: a, port: 81, protocol: HTTP",
            "spec.listeners[1].name: \"a\" names an earlier listener too; use another"),
        listener(
            "name: a, port: 80, protocol: HTTP}, {name: b, port: 80, protocol: HTTP",
            "spec.listeners[1]: tcp/0.0.0.0:80 is also an address of listener \"a\"; choose another port or address",
            "spec.listeners[1]: tcp/[::]:80 is also an address of listener \"a\"; choose another port or address"),
        listener(
            "name: a, port: 80, protocol: HTTP}, {name: b, port: 80, protocol: HTTP, address: 10.0.0.1",
            "spec.listeners[1]: tcp/10.0.0.1:80 overlaps tcp/0.0.0.0:80 of listener \"a\"; choose another port or address"),
        listener(
            "name: a, port: 80, protocol: HTTP, address: '::1'}, {name: b, port: 80, protocol: HTTP, address: '::'",
            "spec.listeners[1]: tcp/[::]:80 overlaps tcp/[::1]:80 of listener \"a\"; choose another port or address"),
        listener(
            "name: a, port: 80, protocol: HTTP, http3: {enabled: true}",
            "spec.listeners[0].http3: HTTP/3 needs TLS; use protocol HTTPS or set enabled: false"),
        listener(
            "name: a, port: 80, protocol: HTTPS, tls: {selfSigned: true}, http3: {enabled: yes}"),
        listener(
            "name: a, port: 80, protocol: HTTPS, tls: {selfSigned: true}, http3: {enabled: true, altSvcMaxAge: 1 day, advertisedPort: 0}",
            "spec.listeners[0].http3.altSvcMaxAge: \"1 day\" is not a duration; write numbers with the units h, m, s and ms, as in 30s or 1m30s",
            "spec.listeners[0].http3.advertisedPort: 0 is out of range; use 1 to 65535"));
  }

  static Stream<Case> certificates() {
    return Stream.of(
        listener(
            "name: a, port: 80, protocol: HTTPS",
            "spec.listeners[0].tls: HTTPS needs a certificate; set certificateRefs, or selfSigned: true to try things out"),
        listener(
            "name: a, port: 80, protocol: HTTPS, tls: {certificateRefs: []}",
            "spec.listeners[0].tls: HTTPS needs a certificate; set certificateRefs, or selfSigned: true to try things out"),
        listener(
            "name: a, port: 80, protocol: HTTPS, tls: {certificateRefs: [{name: b}], selfSigned: true}",
            "spec.listeners[0].tls: has certificateRefs and selfSigned: true; use one of them"),
        listener(
            "name: a, port: 80, protocol: HTTPS, tls: {certificateRefs: [{name: ../b}, {}]}",
            "spec.listeners[0].tls.certificateRefs[0].name: \"../b\" is not a name; use lower-case letters, digits, hyphens and dots, as in web-tls",
            "spec.listeners[0].tls.certificateRefs[1].name: missing; name a Secret of type kubernetes.io/tls"),
        listener(
            "name: a, port: 80, protocol: HTTPS, tls: {certificateRefs: [{name: b}, {name: b}]}",
            "spec.listeners[0].tls.certificateRefs[1].name: \"b\" is listed twice; remove one"),
        listener(
            "name: a, port: 80, protocol: HTTP, tls: {selfSigned: true}",
            "spec.listeners[0].tls: has no meaning with protocol HTTP; remove it or use HTTPS"));
  }

  static Stream<Case> routes() {
    return Stream.of(
        route(
            "",
            "spec.routes[0]: does nothing; add one of static, backendRefs, redirect and respond"),
        route(
            "respond: {}, redirect: {location: /}",
            "spec.routes[0]: has redirect and respond; keep one of them"),
        route(
            "respond: {}, hostnames: [a, a, 'x y', 10.0.0.1]",
            "spec.routes[0].hostnames[1]: \"a\" is listed twice; remove one",
            "spec.routes[0].hostnames[2]: \"x y\" is not a host name; write one such as www.example.com or *.example.com, without port and scheme",
            "spec.routes[0].hostnames[3]: \"10.0.0.1\" is not a host name; write one such as www.example.com or *.example.com, without port and scheme"),
        route(
            "respond: {}, matches: [{path: {type: Exact}}]",
            "spec.routes[0].matches[0].path.value: missing; give the path to compare with"),
        route(
            "respond: {}, matches: [{path: {type: Prefix, value: /}}]",
            "spec.routes[0].matches[0].path.type: \"Prefix\" is not one of Exact, PathPrefix"),
        route(
            "respond: {}, matches: [{path: {value: a}}]",
            "spec.routes[0].matches[0].path.value: \"a\" does not begin with a slash"),
        route(
            "respond: {}, matches: [{path: {value: /a//b}}]",
            "spec.routes[0].matches[0].path.value: \"/a//b\" contains \"//\"; write the plain path"),
        route(
            "respond: {}, matches: [{path: {value: /a/../b}}]",
            "spec.routes[0].matches[0].path.value: \"/a/../b\" contains \"/../\"; write the plain path"),
        route(
            "respond: {}, matches: [{path: {value: /a/..}}]",
            "spec.routes[0].matches[0].path.value: \"/a/..\" ends with a dot segment; write the plain path"),
        route(
            "respond: {}, matches: [{path: {value: '/a b'}}]",
            "spec.routes[0].matches[0].path.value: \"/a b\" has a space or a character outside ASCII; percent-encode it"),
        route(
            "respond: {}, matches: [{method: get}]",
            "spec.routes[0].matches[0].method: \"get\" is not a method that can be matched; did you mean GET?"),
        route(
            "respond: {}, matches: [{method: BREW}]",
            "spec.routes[0].matches[0].method: \"BREW\" is not a method that can be matched; use one of GET, HEAD, POST, PUT, DELETE, OPTIONS, TRACE, PATCH"),
        route(
            "respond: {}, matches: [{headers: [{name: 'a b', value: ''}, {name: x}, {value: x}]}]",
            "spec.routes[0].matches[0].headers[0].name: \"a b\" is not a header name; use letters, digits and hyphens, as in X-Served-By",
            "spec.routes[0].matches[0].headers[0].value: is empty or begins or ends with a space; write the value alone",
            "spec.routes[0].matches[0].headers[1].value: missing; give the value to compare with",
            "spec.routes[0].matches[0].headers[2].name: missing; name the request header"),
        route(
            "respond: {}, matches: [{headers: [{name: a, value: b}, {name: A, value: c}]}]",
            "spec.routes[0].matches[0].headers[1].name: \"A\" is listed twice; remove one"));
  }

  static Stream<Case> actions() {
    return Stream.of(
        route(
            "respond: {statusCode: 99}",
            "spec.routes[0].respond.statusCode: 99 is out of range; use 200 to 599"),
        route(
            "respond: {statusCode: 204, body: x}",
            "spec.routes[0].respond.body: a response with status 204 has no body; remove it"),
        route(
            "respond: {contentType: \"a\\r\\nb\"}",
            "spec.routes[0].respond.contentType: has a character that a header value must not have; use visible ASCII and spaces"),
        route(
            "respond: x",
            "spec.routes[0].respond: \"x\" is the wrong type; expected fields (statusCode, body, contentType)"),
        route("redirect: {}", "spec.routes[0].redirect.location: missing; give a path or URL"),
        route(
            "redirect: {location: /, statusCode: 300}",
            "spec.routes[0].redirect.statusCode: 300 is not a redirect; use 301, 302, 303, 307 or 308"),
        route(
            "redirect: {location: 'ftp://x'}",
            "spec.routes[0].redirect.location: \"ftp://x\" is neither a path with a slash in front nor an http or https URL"),
        route(
            "redirect: {location: '//evil'}",
            "spec.routes[0].redirect.location: \"//evil\" is neither a path with a slash in front nor an http or https URL"),
        route(
            "static: {}", "spec.routes[0].static: needs exactly one of directory and configMapRef"),
        route(
            "static: {directory: /a, configMapRef: {name: b}}",
            "spec.routes[0].static: needs exactly one of directory and configMapRef"),
        route(
            "static: {directory: a}",
            "spec.routes[0].static.directory: \"a\" is not an absolute path; begin with a slash, the instances have no working directory of yours"),
        route(
            "static: {configMapRef: {}}",
            "spec.routes[0].static.configMapRef.name: missing; name a ConfigMap"),
        route(
            "static: {configMapRef: {name: site}}",
            "spec.routes[0].static.configMapRef.name: there is no ConfigMap \"site\"; add it to the files"),
        file(
            Specs.runtime(OK + "routes: [{static: {configMapRef: {name: site}}}]")
                + "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: sites}\n",
            "spec.routes[0].static.configMapRef.name: there is no ConfigMap \"site\"; did you mean \"sites\"?"),
        file(
            Specs.runtime(OK + "routes: [{static: {configMapRef: {name: site}}}]")
                + "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: site, namespace: other}\n",
            "spec.routes[0].static.configMapRef.name: there is no ConfigMap \"site\"; add it to the files"),
        route(
            "respond: {}, timeouts: {request: 1s}",
            "spec.routes[0].timeouts: has no meaning without backendRefs; remove it"));
  }

  static Stream<Case> upstreams() {
    return Stream.of(
        route("backendRefs: []", "spec.routes[0].backendRefs: is empty; give at least one backend"),
        route(
            "backendRefs: [{}]",
            "spec.routes[0].backendRefs[0].url: missing; use url: http://HOST:PORT"),
        route(
            "backendRefs: [{url: 'http://a', weight: 0}]",
            "spec.routes[0].backendRefs: every weight is 0, so nothing could answer; give one of them a weight"),
        route(
            "backendRefs: [{url: 'http://a', weight: -1}]",
            "spec.routes[0].backendRefs[0].weight: -1 is out of range; use 0 to 1000000"),
        route(
            "backendRefs: [{url: 'http://a:99999'}]",
            "spec.routes[0].backendRefs[0].url: \"http://a:99999\" is not http://HOST:PORT; the path of the request is passed on as it is"),
        route(
            "backendRefs: [{url: 'http://a/x'}]",
            "spec.routes[0].backendRefs[0].url: \"http://a/x\" is not http://HOST:PORT; the path of the request is passed on as it is"),
        route(
            "backendRefs: [{url: 'a:80'}]",
            "spec.routes[0].backendRefs[0].url: \"a:80\" is not http://HOST:PORT; the path of the request is passed on as it is"),
        route(
            "backendRefs: [{url: 'http://u:secret@a'}]",
            "spec.routes[0].backendRefs[0].url: a URL with a user name is not http://HOST:PORT; the path of the request is passed on as it is"),
        route(
            "backendRefs: [{url: 'http://['}]",
            "spec.routes[0].backendRefs[0].url: \"http://[\" is not http://HOST:PORT; the path of the request is passed on as it is"),
        route(
            "backendRefs: [{url: 'http://a', name: b}]",
            "spec.routes[0].backendRefs[0]: has url and a Service's name or port; keep url"),
        route(
            "backendRefs: [{url: 'http://a'}], timeouts: {request: 1s, backendRequest: 2s}",
            "spec.routes[0].timeouts.backendRequest: 2s is longer than request (1s) that contains it; make it shorter"),
        route(
            "backendRefs: [{url: 'http://a'}], timeouts: {request: 0s}",
            "spec.routes[0].timeouts.request: 0s is out of range; use 1ms to 24h"));
  }

  static Stream<Case> settings() {
    return Stream.of(
        setting(
            "instancesPerNode: {min: 3, max: 2}",
            "spec.instancesPerNode: min 3 is larger than max 2; raise max or lower min"),
        setting(
            "instancesPerNode: {min: 0}",
            "spec.instancesPerNode.min: 0 is out of range; use 1 to 64"),
        setting(
            "instancesPerNode: {max: 65}",
            "spec.instancesPerNode.max: 65 is out of range; use 1 to 64"),
        setting(
            "instanceHeader: 'X Y'",
            "spec.instanceHeader: \"X Y\" is not a header name; use letters, digits and hyphens, as in X-Served-By"),
        setting(
            "instanceHeader: Content-Length",
            "spec.instanceHeader: \"Content-Length\" has a meaning of its own in HTTP; use another name, as in X-Served-By"),
        setting(
            "limits: {headerBytes: 1, bodyBytes: -1}",
            "spec.limits.headerBytes: 1 is out of range; use 1024 to 1048576",
            "spec.limits.bodyBytes: -1 is out of range; use 0 to 1099511627776"),
        setting(
            "timeouts: {idle: 0s, handshake: soon, requestHeader: 5}",
            "spec.timeouts.requestHeader: 5 is the wrong type; expected text; put it in quotes",
            "spec.timeouts.handshake: \"soon\" is not a duration; write numbers with the units h, m, s and ms, as in 30s or 1m30s",
            "spec.timeouts.idle: 0s is out of range; use 100ms to 1h"),
        setting(
            "trustedProxies: [10.0.0.1/8, x, '::/129']",
            "spec.trustedProxies[0]: \"10.0.0.1/8\" is not a block of addresses; write one such as 10.0.0.0/8 or 2001:db8::/32 with no bit set behind the prefix",
            "spec.trustedProxies[1]: \"x\" is not a block of addresses; write one such as 10.0.0.0/8 or 2001:db8::/32 with no bit set behind the prefix",
            "spec.trustedProxies[2]: \"::/129\" is not a block of addresses; write one such as 10.0.0.0/8 or 2001:db8::/32 with no bit set behind the prefix"),
        setting("drain: {timeout: 25h}", "spec.drain.timeout: 25h is out of range; use 0s to 24h"),
        setting(
            "rollout: {surge: 0, progressDeadline: 10ms}",
            "spec.rollout.surge: 0 is out of range; use 1 to 64",
            "spec.rollout.progressDeadline: 10ms is out of range; use 1s to 24h"),
        setting("paused: 1", "spec.paused: 1 is the wrong type; expected true or false"),
        setting(
            "scaling: {mode: Auto}",
            "spec.scaling.mode: \"Auto\" is not one of Adaptive, Fixed, DryRun"),
        setting(
            "nodeSelector: {a: 1}",
            "spec.nodeSelector.a: 1 is the wrong type; expected text; put it in quotes"),
        setting(
            "instancePerNode: {min: 1}\nwhatever: 1",
            "spec.instancePerNode: unknown field; did you mean \"instancesPerNode\"?",
            "spec.whatever: unknown field; known here: listeners, routes, instancesPerNode, instanceHeader, resources, image, scaling, rollout, drain, limits, timeouts, trustedProxies, sockets, quic, nodeSelector, tolerations, paused"));
  }

  static Stream<Case> notYet() {
    return Stream.of(
        setting(
            "resources: {requests: {cpu: '1'}}\nimage: x\nnodeSelector: {a: b}\ntolerations: [{key: a}]\npaused: true",
            "spec.resources: not supported yet; remove it",
            "spec.image: not supported yet; remove it",
            "spec.nodeSelector: not supported yet; remove it",
            "spec.tolerations: not supported yet; remove it",
            "spec.paused: not supported yet; remove it"),
        setting(
            "scaling: {mode: DryRun, targets: {connections: 1}, windows: {stable: 1m}}",
            "spec.scaling.mode: not supported yet; remove it",
            "spec.scaling.targets: not supported yet; remove it",
            "spec.scaling.windows: not supported yet; remove it"),
        setting(
            "rollout: {nodeParallelism: 2, maxRefusingNodes: 1, onLoss: RollBack}",
            "spec.rollout.nodeParallelism: not supported yet; remove it",
            "spec.rollout.maxRefusingNodes: not supported yet; remove it",
            "spec.rollout.onLoss: not supported yet; remove it"),
        setting(
            "drain: {h3Timeout: 1s, goAwaySpread: 6s, loadBalancerDelay: 1s}",
            "spec.drain.h3Timeout: not supported yet; remove it",
            "spec.drain.goAwaySpread: not supported yet; remove it",
            "spec.drain.loadBalancerDelay: not supported yet; remove it"),
        setting(
            "limits: {connections: 1, requestsInFlight: 1, connectionsPerSecond: 1, requestsPerSecond: 1}",
            "spec.limits.connections: not supported yet; remove it",
            "spec.limits.requestsInFlight: not supported yet; remove it",
            "spec.limits.connectionsPerSecond: not supported yet; remove it",
            "spec.limits.requestsPerSecond: not supported yet; remove it"),
        setting(
            "sockets: {tcp: ReusePort, udp: EBPF}\nquic: {keyRotationPeriod: 1h}",
            "spec.sockets.tcp: not supported yet; remove it",
            "spec.sockets.udp: not supported yet; remove it",
            "spec.quic.keyRotationPeriod: not supported yet; remove it"),
        listener(
            "name: a, port: 80, protocol: HTTPS, tls: {selfSigned: true, frontendValidation: {}}, proxyProtocol: {trustedCidrs: [10.0.0.0/8]}",
            "spec.listeners[0].proxyProtocol: not supported yet; remove it",
            "spec.listeners[0].tls.frontendValidation: not supported yet; remove it"),
        listener(
            "name: a, port: 80, protocol: HTTPS, tls: {selfSigned: true}, http3: {enabled: true}, proxyProtocol: {}",
            "spec.listeners[0].proxyProtocol: has no form for QUIC, so a listener with HTTP/3 cannot have it; use two listeners on different ports"),
        route(
            "backendRefs: [{name: svc, port: 80}]",
            "spec.routes[0].backendRefs[0]: a Service as backend is not supported yet; use url: http://HOST:PORT"),
        route(
            "backendRefs: [{url: 'https://a'}]",
            "spec.routes[0].backendRefs[0].url: https to a backend is not supported yet; use http"),
        setting(
            "paused: false\nscaling: {mode: Fixed}\nsockets: {tcp: Inherited, udp: Demux}\nrollout: {nodeParallelism: 1, maxRefusingNodes: 0, onLoss: Report}\ndrain: {goAwaySpread: 5s, loadBalancerDelay: 0s}\nquic: {keyRotationPeriod: 24h}"));
  }
}

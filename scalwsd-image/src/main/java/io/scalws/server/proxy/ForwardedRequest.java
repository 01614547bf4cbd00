package io.scalws.server.proxy;

import io.scalws.planning.spec.Cidr;
import io.scalws.protocol.socket.IpAddress;
import io.scalws.server.exchange.Headers;
import io.scalws.server.exchange.RequestHead;
import io.scalws.server.exchange.Target;
import java.util.List;

/**
 * The header fields of a request as an upstream gets them. What a client says of where it comes
 * from is replaced, unless it is a proxy that the specification trusts: then ours is appended.
 */
final class ForwardedRequest {
  private static final String FORWARDED = "forwarded";
  private static final String FOR = "x-forwarded-for";
  private static final String PROTO = "x-forwarded-proto";
  private static final String HOST = "x-forwarded-host";

  private ForwardedRequest() {}

  /**
   * @param trustedProxies whose forwarding fields are believed
   */
  static Headers headers(RequestHead request, List<Cidr> trustedProxies) {
    Headers.Builder headers = HopByHop.without(request.headers());
    // The upstream connection does its own; 100 (Continue) is answered on the client's side.
    headers.remove("expect").remove("host");
    Target target = request.target();
    IpAddress client = IpAddress.of(request.origin().client().getAddress());
    boolean trusted = trustedProxies.stream().anyMatch(block -> block.contains(client));
    String element = element(client, request);
    if (trusted) {
      append(headers, request.headers(), FORWARDED, element);
      append(headers, request.headers(), FOR, client.toString());
      keepOrSet(headers, request.headers(), PROTO, target.scheme());
      keepOrSet(headers, request.headers(), HOST, target.authority());
    } else {
      headers.set(FORWARDED, element);
      headers.set(FOR, client.toString());
      headers.set(PROTO, target.scheme());
      headers.set(HOST, target.authority());
    }
    if (!target.authority().isEmpty()) {
      headers.set("host", target.authority());
    }
    if (request.origin().earlyData() && request.isSafe()) {
      // RFC 8470 section 5.1. Other requests were held until nobody can have replayed them.
      headers.set("early-data", "1");
    }
    return headers.build();
  }

  /** RFC 7239 section 4. */
  private static String element(IpAddress client, RequestHead request) {
    String node = client.isIpv6() ? "\"[" + client + "]\"" : client.toString();
    String authority = request.target().authority();
    String host = authority.isEmpty() ? "" : ";host=" + quoted(authority);
    return "for=" + node + host + ";proto=" + request.target().scheme();
  }

  private static String quoted(String value) {
    return "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static void append(
      Headers.Builder headers, Headers original, String name, String element) {
    List<String> before = original.all(name);
    headers.set(name, before.isEmpty() ? element : String.join(", ", before) + ", " + element);
  }

  private static void keepOrSet(
      Headers.Builder headers, Headers original, String name, String value) {
    if (!original.contains(name)) {
      headers.set(name, value);
    }
  }
}

package io.scalws.server.http1;

import io.scalws.planning.spec.RuntimeModel.Timeouts;
import java.time.Duration;

/** What a connection waits for from its client. */
enum Waiting {
  /** The first octet on a new connection: browsers open some that they never use. */
  FIRST_REQUEST,
  /** The first octet of a further request. */
  NEXT_REQUEST,
  /** The rest of a head. However slowly octets trickle, the whole of it has one limit. */
  HEAD,
  /** A piece of a body that a handler wants. */
  BODY,
  /** A piece of a body that nobody wants. */
  REST;

  Duration limit(Timeouts timeouts) {
    return switch (this) {
      case FIRST_REQUEST, HEAD -> timeouts.requestHeader();
      case NEXT_REQUEST -> timeouts.idle();
      case BODY, REST -> timeouts.requestBodyIdle();
    };
  }
}

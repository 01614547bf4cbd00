package io.scalws.server.http3;

import io.scalws.server.anchor.ClientPath;
import io.scalws.server.exchange.Origin;
import java.util.function.Supplier;

/**
 * Where the requests of a connection come from; asked anew for each, because the client may move.
 *
 * @param path the validated path at this moment
 */
record Http3Origin(String listener, Supplier<ClientPath> path) {
  Origin now(boolean earlyData) {
    ClientPath at = path.get();
    return new Origin(at.client(), at.server(), listener, true, earlyData);
  }
}

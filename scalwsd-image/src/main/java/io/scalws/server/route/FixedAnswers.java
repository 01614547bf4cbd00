package io.scalws.server.route;

import io.scalws.planning.spec.Route.Action;
import io.scalws.server.exchange.Chunk;
import io.scalws.server.exchange.Exchange;
import io.scalws.server.exchange.ResponseHead;

/** The answers that stand in the specification itself. */
public final class FixedAnswers {
  private FixedAnswers() {}

  /** The response of a {@code respond} action. */
  public static void respond(RouteMatch match, Action.Respond action, Exchange exchange) {
    int length = action.body().length();
    boolean bodiless = action.statusCode() == 204 || action.statusCode() == 304;
    ResponseHead head =
        bodiless
            ? ResponseHead.of(action.statusCode())
            : ResponseHead.of(
                action.statusCode(),
                "content-type",
                action.contentType(),
                "content-length",
                Integer.toString(length));
    exchange.respond(head, Chunk.of(action.body().octets()));
  }

  /** The response of a {@code redirect} action. */
  public static void redirect(RouteMatch match, Action.Redirect action, Exchange exchange) {
    exchange.respond(
        ResponseHead.of(action.statusCode(), "location", action.location(), "content-length", "0"),
        Chunk.EMPTY);
  }
}

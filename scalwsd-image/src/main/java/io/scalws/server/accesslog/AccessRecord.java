package io.scalws.server.accesslog;

import io.scalws.server.exchange.Outcome;
import io.scalws.server.exchange.RequestHead;
import java.time.Duration;
import java.time.Instant;

/**
 * What is told of a request that ended.
 *
 * @param time of the end
 * @param status of the response; 0 if none was sent
 * @param octetsReceived of the request's body
 * @param octetsSent of the response's body
 * @param duration from the head of the request to the end
 */
public record AccessRecord(
    Instant time,
    RequestHead request,
    int status,
    long octetsReceived,
    long octetsSent,
    Duration duration,
    Outcome outcome) {}

package io.scalws.server.http3;

import java.time.Duration;

/**
 * What a request may cost.
 *
 * @param headerOctets of its fields; more is answered with 431
 * @param requestHeader how long its head may take
 * @param requestBodyIdle how long a piece of its body may be awaited
 */
public record RequestLimits(int headerOctets, Duration requestHeader, Duration requestBodyIdle) {}

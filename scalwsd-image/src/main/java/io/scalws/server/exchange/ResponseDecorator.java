package io.scalws.server.exchange;

/**
 * Adds what every final response carries ({@code date}, {@code server}, {@code alt-svc}, the
 * instance's name), asked at the moment in which the head is sent.
 */
@FunctionalInterface
public interface ResponseDecorator {
  ResponseDecorator NONE = (request, response) -> response;

  ResponseHead decorate(RequestHead request, ResponseHead response);
}

package io.scalws.server.accesslog;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.scalws.server.exchange.RequestHead;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;

/**
 * One object a line; numbers are numbers.
 *
 * @param instance name of this instance
 */
record JsonFormat(String instance) implements AccessFormat {
  private static final JsonFactory JSON = new JsonFactory();

  @Override
  public String line(AccessRecord entry) {
    StringWriter line = new StringWriter(300);
    try (JsonGenerator json = JSON.createGenerator(line)) {
      write(json, entry);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return line.append('\n').toString();
  }

  private void write(JsonGenerator json, AccessRecord entry) throws IOException {
    RequestHead request = entry.request();
    json.writeStartObject();
    json.writeStringField("time", entry.time().toString());
    json.writeStringField("client", TextFormat.address(request.origin().client()));
    json.writeStringField("method", request.method());
    json.writeStringField("target", TextFormat.target(request));
    json.writeStringField("version", request.version().toString());
    json.writeNumberField("status", entry.status());
    json.writeNumberField("octetsReceived", entry.octetsReceived());
    json.writeNumberField("octetsSent", entry.octetsSent());
    json.writeNumberField("millis", new BigDecimal(TextFormat.millis(entry.duration())));
    json.writeStringField("outcome", entry.outcome().label());
    json.writeStringField("instance", instance);
    json.writeStringField("listener", request.origin().listener());
    json.writeEndObject();
  }
}

package io.scalws.server;

import io.scalws.server.accesslog.AccessFormat;
import io.scalws.server.accesslog.AccessLog;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.Optional;

/**
 * Where the access log goes: to standard output, in the form of the other log ({@code
 * -Dscalws.log=text|json}); nowhere with {@code -Dscalws.access-log=off}.
 */
final class AccessLogging {
  private AccessLogging() {}

  static Optional<AccessLog> start(String instance) {
    if (System.getProperty("scalws.access-log", "on").equals("off")) {
      return Optional.empty();
    }
    AccessFormat format =
        System.getProperty("scalws.log", "text").equals("json")
            ? AccessFormat.json(instance)
            : AccessFormat.text(instance);
    return Optional.of(AccessLog.start(format, new FileOutputStream(FileDescriptor.out)));
  }
}

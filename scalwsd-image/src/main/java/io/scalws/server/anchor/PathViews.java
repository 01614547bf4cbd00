package io.scalws.server.anchor;

import java.util.Optional;

/** Asks the QUIC library about a path by the made-up address under which it was shown. */
@FunctionalInterface
public interface PathViews {
  Optional<PathView> of(long virtual);
}

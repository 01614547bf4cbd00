package io.scalws.server.anchor;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The made-up addresses whose path the library still probes, and the connection id that it saw last
 * on each.
 *
 * <p>The library names on each path the id of the newest datagram that it saw there, and a path
 * that is due for a probe goes before all others. Once the client has retired that id the probe
 * cannot be written, and nothing else is sent either. So such a path must see the client's next id.
 */
final class ProbedPaths {
  private final Map<Long, ByteBuffer> idByPath = new LinkedHashMap<>();

  /** The library has accepted a datagram on the path. */
  void saw(long virtual, ByteBuffer id) {
    idByPath.put(virtual, ByteBuffer.allocate(id.remaining()).put(id.duplicate()).flip());
  }

  /** The path, if any, on which the library must see a datagram with this id. */
  OptionalLong owed(ByteBuffer id, PathViews views) {
    Iterator<Map.Entry<Long, ByteBuffer>> paths = idByPath.entrySet().iterator();
    while (paths.hasNext()) {
      Map.Entry<Long, ByteBuffer> path = paths.next();
      if (views.of(path.getKey()).filter(view -> !view.settled()).isEmpty()) {
        paths.remove();
      } else if (!path.getValue().equals(id)) {
        return OptionalLong.of(path.getKey());
      }
    }
    return OptionalLong.empty();
  }
}

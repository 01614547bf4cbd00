package io.scalws.server.proxy;

import io.scalws.planning.spec.Route.Backend;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes turns among upstreams by their weights, evenly spread: each turn every one gains its
 * weight, the one that has most goes and pays the sum of all. Owned by one event loop.
 */
final class WeightedRotation {
  private final List<Backend> backends;
  private final long[] credit;
  private final long total;

  /**
   * @param backends at least one of a weight above 0; those of weight 0 get nothing
   */
  WeightedRotation(List<Backend> backends) {
    this.backends = backends.stream().filter(backend -> backend.weight() > 0).toList();
    credit = new long[this.backends.size()];
    total = this.backends.stream().mapToLong(Backend::weight).sum();
    if (total == 0) {
      throw new IllegalArgumentException("no upstream has a weight above 0");
    }
  }

  /** Whose turn it is, then the others in the order in which to try them. */
  List<Backend> next() {
    int most = 0;
    for (int i = 0; i < credit.length; i++) {
      credit[i] += backends.get(i).weight();
      if (credit[i] > credit[most]) {
        most = i;
      }
    }
    credit[most] -= total;
    List<Backend> order = new ArrayList<>(backends.size());
    for (int i = 0; i < backends.size(); i++) {
      order.add(backends.get((most + i) % backends.size()));
    }
    return order;
  }
}

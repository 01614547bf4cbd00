package io.scalws.protocol.socket;

/**
 * The number of the specification that a generation was made from: {@code metadata.generation} on a
 * cluster, a counter kept in the state directory elsewhere.
 *
 * @param number 1 or more
 */
public record GenerationId(long number) implements Comparable<GenerationId> {
  public GenerationId {
    if (number < 1) {
      throw new IllegalArgumentException("a generation is 1 or more, not " + number);
    }
  }

  public GenerationId next() {
    return new GenerationId(number + 1);
  }

  @Override
  public int compareTo(GenerationId other) {
    return Long.compare(number, other.number);
  }

  @Override
  public String toString() {
    return Long.toString(number);
  }
}

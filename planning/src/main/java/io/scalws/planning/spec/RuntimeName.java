package io.scalws.planning.spec;

/** {@code NAMESPACE/NAME}; instances are called {@code NAME-NUMBER}. */
public record RuntimeName(String namespace, String name) {
  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}

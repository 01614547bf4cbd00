package io.scalws.server.exchange;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Header fields in the order in which they came, names in lower case (as HTTP/2 and HTTP/3 send
 * them; HTTP/1.1 does not care). Pseudo fields are never in here. Immutable.
 */
public final class Headers {
  public static final Headers EMPTY = new Headers(new String[0]);

  /** Name, value, name, value: one array instead of an object per field. */
  private final String[] fields;

  private Headers(String[] fields) {
    this.fields = fields;
  }

  /**
   * @param namesAndValues name, value, name, value
   */
  public static Headers of(String... namesAndValues) {
    if (namesAndValues.length % 2 != 0) {
      throw new IllegalArgumentException("a name without a value: " + namesAndValues.length);
    }
    Builder builder = builder();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      builder.add(namesAndValues[i], namesAndValues[i + 1]);
    }
    return builder.build();
  }

  public static Builder builder() {
    return new Builder(new ArrayList<>());
  }

  /** A builder that begins with these fields. */
  public Builder toBuilder() {
    return new Builder(new ArrayList<>(Arrays.asList(fields)));
  }

  /** The value of the first field of that name (in lower case). */
  public Optional<String> first(String name) {
    for (int i = 0; i < fields.length; i += 2) {
      if (fields[i].equals(name)) {
        return Optional.of(fields[i + 1]);
      }
    }
    return Optional.empty();
  }

  /** The values of all fields of that name (in lower case), in order. */
  public List<String> all(String name) {
    List<String> values = new ArrayList<>(1);
    for (int i = 0; i < fields.length; i += 2) {
      if (fields[i].equals(name)) {
        values.add(fields[i + 1]);
      }
    }
    return values;
  }

  public boolean contains(String name) {
    for (int i = 0; i < fields.length; i += 2) {
      if (fields[i].equals(name)) {
        return true;
      }
    }
    return false;
  }

  public void forEach(BiConsumer<String, String> action) {
    for (int i = 0; i < fields.length; i += 2) {
      action.accept(fields[i], fields[i + 1]);
    }
  }

  /** The number of fields, repeated names counted each. */
  public int size() {
    return fields.length / 2;
  }

  public boolean isEmpty() {
    return fields.length == 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Headers that && Arrays.equals(fields, that.fields);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(fields);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    forEach((name, value) -> text.append(name).append(": ").append(value).append('\n'));
    return text.toString();
  }

  /** Collects fields; not for use after {@link #build}. */
  public static final class Builder {
    private final List<String> fields;

    private Builder(List<String> fields) {
      this.fields = fields;
    }

    /** Appends a field, also when one of that name is there. */
    public Builder add(String name, String value) {
      fields.add(name.toLowerCase(Locale.ROOT));
      fields.add(value);
      return this;
    }

    /** Replaces every field of that name by one. */
    public Builder set(String name, String value) {
      return remove(name).add(name, value);
    }

    public Builder remove(String name) {
      String lower = name.toLowerCase(Locale.ROOT);
      for (int i = fields.size() - 2; i >= 0; i -= 2) {
        if (fields.get(i).equals(lower)) {
          fields.remove(i + 1);
          fields.remove(i);
        }
      }
      return this;
    }

    public Headers build() {
      return fields.isEmpty() ? EMPTY : new Headers(fields.toArray(new String[0]));
    }
  }
}

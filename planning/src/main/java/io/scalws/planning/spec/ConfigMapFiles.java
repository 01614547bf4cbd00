package io.scalws.planning.spec;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The keys of a ConfigMap and what they hold ({@code data} and {@code binaryData} as one). */
public record ConfigMapFiles(@JsonValue SortedMap<String, Content> byName) {
  public ConfigMapFiles {
    byName = Collections.unmodifiableSortedMap(new TreeMap<>(byName));
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static ConfigMapFiles of(Map<String, Content> byName) {
    return new ConfigMapFiles(new TreeMap<>(byName));
  }

  public Optional<Content> file(String name) {
    return Optional.ofNullable(byName.get(name));
  }
}

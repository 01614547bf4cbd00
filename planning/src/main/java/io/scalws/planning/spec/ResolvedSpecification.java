package io.scalws.planning.spec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.scalws.crds.ScalwsRuntimeSpec;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What travels to an instance, as JSON: the specification and everything that it refers to, but no
 * key. {@link SpecParser#parse(ResolvedSpecification)} makes the same {@link RuntimeModel} of it in
 * the agent and in the instance.
 *
 * @param generation 1 or more
 * @param facts about the node, so that both sides resolve a wildcard address alike
 * @param configMaps every ConfigMap that the specification refers to, by name
 */
public record ResolvedSpecification(
    String namespace,
    String name,
    long generation,
    NodeFacts facts,
    ScalwsRuntimeSpec spec,
    SortedMap<String, ConfigMapFiles> configMaps) {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .build();

  public ResolvedSpecification {
    configMaps = Collections.unmodifiableSortedMap(new TreeMap<>(configMaps));
  }

  /**
   * What the node contributes to a specification.
   *
   * @param ipv6 whether the node has IPv6; without it {@code *} is one address
   * @param secretsDirectory {@code DIR/NAME/tls.crt} and {@code DIR/NAME/tls.key} are the Secrets
   * @param selfSignedDirectory {@code DIR/LISTENER/tls.crt} and {@code tls.key} are made on demand
   */
  public record NodeFacts(boolean ipv6, String secretsDirectory, String selfSignedDirectory) {}

  /** The name of the runtime. */
  public RuntimeName runtime() {
    return new RuntimeName(namespace, name);
  }

  public ResolvedSpecification withGeneration(long number) {
    return new ResolvedSpecification(namespace, name, number, facts, spec, configMaps);
  }

  public ResolvedSpecification withConfigMaps(Map<String, ConfigMapFiles> live) {
    return new ResolvedSpecification(namespace, name, generation, facts, spec, new TreeMap<>(live));
  }

  public byte[] write() {
    try {
      return JSON.writeValueAsBytes(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a specification that has no JSON form", e);
    }
  }

  /**
   * @throws IOException if the octets are not what {@link #write} gives
   */
  public static ResolvedSpecification read(byte[] json) throws IOException {
    return JSON.readValue(json, ResolvedSpecification.class);
  }
}

package io.scalws.agent.state;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an agent tells its successor; the contents of {@code state.json}.
 *
 * @param bootId of the kernel, so that a boot epoch is never used in two boots
 * @param bootEpoch 16 bits, part of server ids
 * @param nextSequence of the next server id
 * @param agentTerm grows with each agent
 * @param generation the number of the last specification
 * @param activeGeneration committed last; 0 before the first
 * @param keyEpoch of the keys of connection ids
 * @param sockets numbers by canonical identity
 * @param processes that live and were started by this agent or a predecessor
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record AgentState(
    String bootId,
    int bootEpoch,
    int nextSequence,
    long agentTerm,
    long generation,
    long activeGeneration,
    int keyEpoch,
    SortedMap<String, Integer> sockets,
    List<KnownProcess> processes) {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  public AgentState {
    if (bootId == null || sockets == null || processes == null) {
      throw new IllegalArgumentException("a field is missing");
    }
    if (bootEpoch < 0 || bootEpoch > 0xffff || nextSequence < 0 || agentTerm < 0) {
      throw new IllegalArgumentException("a number is out of range");
    }
    sockets = Collections.unmodifiableSortedMap(new TreeMap<>(sockets));
    processes = List.copyOf(processes);
  }

  /**
   * A child process.
   *
   * @param role {@code INSTANCE} or {@code QUIC_LB}
   * @param generation 0 for quic-lb
   * @param serverId empty for quic-lb and before the first Grant
   * @param draining whether it was told to leave
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record KnownProcess(
      String id,
      String role,
      int pid,
      long startTicks,
      long generation,
      String serverId,
      boolean draining) {}

  /** The state of the first agent of a boot. */
  public static AgentState fresh(String bootId, int bootEpoch) {
    return new AgentState(bootId, bootEpoch, 1, 0, 0, 0, 0, new TreeMap<>(), List.of());
  }

  /** Processes of another boot are gone, and its ids must not come again. */
  public AgentState afterReboot(String boot) {
    return new AgentState(
        boot,
        (bootEpoch + 1) & 0xffff,
        1,
        agentTerm,
        generation,
        activeGeneration,
        keyEpoch,
        sockets,
        List.of());
  }

  public byte[] write() {
    try {
      return JSON.writeValueAsBytes(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a state that has no JSON form", e);
    }
  }

  /**
   * @throws IOException if it is not what {@link #write} gives: cut short, or damaged
   */
  public static AgentState read(byte[] json) throws IOException {
    AgentState state = JSON.readValue(json, AgentState.class);
    if (state == null) {
      throw new IOException("there is nothing in it");
    }
    return state;
  }
}

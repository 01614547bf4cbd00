package io.scalws.agent.conduct;

import io.scalws.agent.handout.ChildConnection;
import io.scalws.agent.handout.ProcessIdentity;
import io.scalws.agent.supervise.Supervisor.Running;
import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.AgentMessage.HeldSocket;
import io.scalws.protocol.message.AgentMessage.Role;
import io.scalws.protocol.message.Measure;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A process and what it told. Mutable; owned by the conductor's thread. The state of an instance is
 * not here but in the fleet.
 */
final class Child {
  private final Role role;
  private final String id;
  private final Running running;
  private Optional<ChildConnection> connection = Optional.empty();
  private Optional<ServerId> serverId = Optional.empty();
  private String adminAddress = "";
  private Map<Measure, Long> measures = Map.of();
  private List<HeldSocket> held = List.of();
  private boolean heard;

  Child(Role role, String id, Running running) {
    this.role = role;
    this.id = id;
    this.running = running;
  }

  Role role() {
    return role;
  }

  String id() {
    return id;
  }

  ProcessIdentity process() {
    return running.process();
  }

  Running running() {
    return running;
  }

  Optional<ChildConnection> connection() {
    return connection;
  }

  /** The newest connection wins; an older one of the same process is closed. */
  void connected(ChildConnection fresh) {
    connection.filter(old -> old != fresh).ifPresent(ChildConnection::close);
    connection = Optional.of(fresh);
  }

  void disconnected(ChildConnection gone) {
    connection = connection.filter(current -> current != gone);
  }

  /** What it said in its Hello. */
  void introduced(String admin, List<HeldSocket> holds) {
    adminAddress = admin;
    held = holds;
    heard = true;
  }

  /** Whether it has said Hello to this agent. */
  boolean hasBeenHeard() {
    return heard;
  }

  List<HeldSocket> held() {
    return held;
  }

  Optional<ServerId> serverId() {
    return serverId;
  }

  void named(ServerId id) {
    serverId = Optional.of(id);
  }

  String adminAddress() {
    return adminAddress;
  }

  Map<Measure, Long> measures() {
    return measures;
  }

  void reported(Map<Measure, Long> latest) {
    measures = latest;
  }

  /** Releases what the agent holds of it; the process is gone. */
  void close() {
    connection.ifPresent(ChildConnection::close);
    running.pidfd().close();
  }
}

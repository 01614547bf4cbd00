package io.scalws.agent.conduct;

import io.scalws.agent.handout.ChildConnection;
import io.scalws.agent.handout.ProcessIdentity;
import io.scalws.linux.Fd;
import io.scalws.planning.spec.ParseResult.Parsed;
import io.scalws.planning.status.RuntimeStatus;
import io.scalws.protocol.message.AgentMessage;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What the conductor's queue holds. */
sealed interface Input {
  /** A child said something; the descriptors are the conductor's. */
  record Received(ChildConnection from, AgentMessage message, List<Fd> fds) implements Input {}

  /** A child said something that is no message. */
  record Garbled(ChildConnection from, String detail) implements Input {}

  /** A connection ended; that is not the end of the process. */
  record Disconnected(ChildConnection from) implements Input {}

  /** A process ended. */
  record Exited(ProcessIdentity process) implements Input {}

  /** Nothing but time has passed. */
  record Tick() implements Input {}

  /** A specification that is whole. */
  record Apply(Parsed parsed, CompletableFuture<Outcome> answer) implements Input {}

  /** One instance, or all of them, shall be replaced. */
  record Restart(Optional<String> instance, CompletableFuture<Outcome> answer) implements Input {}

  /** One instance shall leave; another takes its place. */
  record DrainOne(String instance, CompletableFuture<Outcome> answer) implements Input {}

  /** So many instances, or as many as the policy says. */
  record Scale(Optional<Integer> count, CompletableFuture<Outcome> answer) implements Input {}

  /** Everything shall drain and end. */
  record Stop(CompletableFuture<Outcome> answer) implements Input {}

  /** Everything shall end now. */
  record End() implements Input {}

  /** Somebody looks. */
  record AskStatus(CompletableFuture<RuntimeStatus> answer) implements Input {}

  /** Somebody asks whether all is well. */
  record AskReady(CompletableFuture<Boolean> answer) implements Input {}

  /** Somebody waits until the UDP sockets, if there are any, are read. */
  record AwaitReader(CompletableFuture<Boolean> answer) implements Input {}

  /** Somebody wants to know what happened. */
  record AskEvents(CompletableFuture<List<EventLog.Event>> answer) implements Input {}
}

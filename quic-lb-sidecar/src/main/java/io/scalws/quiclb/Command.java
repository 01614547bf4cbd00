package io.scalws.quiclb;

import io.scalws.linux.Fd;
import io.scalws.protocol.message.AgentMessage.Grant;
import io.scalws.protocol.message.AgentMessage.HandBack;
import io.scalws.protocol.message.AgentMessage.Owners;
import java.util.List;

/** What other threads ask of the loop. */
sealed interface Command {

  /**
   * The agent gave sockets and keys.
   *
   * @param fds one for each socket; the loop's from now on
   */
  record Take(Grant grant, List<Fd> fds) implements Command {}

  /** The agent told whose datagrams may come. */
  record Learn(Owners owners) implements Command {}

  /** A new agent wants sockets back. */
  record Return(HandBack request) implements Command {}

  /** This process may read now. */
  record Read() implements Command {}

  /** End. */
  record Stop() implements Command {}
}

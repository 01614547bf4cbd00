package io.scalws.agent.fake;

import io.scalws.protocol.message.AgentMessage.Role;

/** Main class that stands for an instance. */
public final class FakeInstance {
  private FakeInstance() {}

  public static void main(String[] arguments) throws Exception {
    FakeChild.of(Role.INSTANCE, arguments).run();
    System.exit(0);
  }
}

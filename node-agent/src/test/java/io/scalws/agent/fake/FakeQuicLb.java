package io.scalws.agent.fake;

import io.scalws.protocol.message.AgentMessage.Role;

/** Main class that stands for quic-lb. */
public final class FakeQuicLb {
  private FakeQuicLb() {}

  public static void main(String[] arguments) throws Exception {
    FakeChild.of(Role.QUIC_LB, arguments).run();
    System.exit(0);
  }
}

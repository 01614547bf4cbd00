package io.scalws.agent.fake;

/** Main class of an instance that cannot start. */
public final class BrokenInstance {
  private BrokenInstance() {}

  public static void main(String[] arguments) {
    System.out.println("the flux capacitor is missing");
    System.exit(3);
  }
}

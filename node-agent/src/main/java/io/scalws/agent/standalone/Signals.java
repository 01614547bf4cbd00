package io.scalws.agent.standalone;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;

/**
 * Signals of the process. The JDK offers them only in {@code sun.misc} (module {@code
 * jdk.unsupported}), which javac warns of whatever one does; hence reflection.
 */
public final class Signals {
  private Signals() {}

  /**
   * @param name without SIG: {@code HUP}
   * @param action called on a thread of the JVM for each signal
   */
  public static void on(String name, Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      MethodHandle run =
          MethodHandles.lookup()
              .findVirtual(Runnable.class, "run", MethodType.methodType(void.class))
              .bindTo(action);
      Object proxy =
          MethodHandleProxies.asInterfaceInstance(
              handler, MethodHandles.dropArguments(run, 0, signal));
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("cannot handle SIG" + name, e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JVM has no sun.misc.Signal", e);
    }
  }
}

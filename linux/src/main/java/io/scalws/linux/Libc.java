package io.scalws.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The one door into native code: glibc's {@code syscall(2)}. A single handle serves every call,
 * because each further handle costs start-up time and saves nothing measurable. Results are the
 * kernel's own: negative is {@code -errno}.
 */
final class Libc {
  private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
  private static final long ERRNO_OFFSET =
      CALL_STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));

  private static final MethodHandle SYSCALL =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().find("syscall").orElseThrow(),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_LONG),
              Linker.Option.firstVariadicArg(1),
              Linker.Option.captureCallState("errno"));

  private static final ThreadLocal<MemorySegment> CALL_STATES =
      ThreadLocal.withInitial(() -> newCallState(Arena.ofAuto()));

  private Libc() {}

  /** Where a call leaves its errno; one for each thread or single-threaded object. */
  static MemorySegment newCallState(Arena arena) {
    return arena.allocate(CALL_STATE);
  }

  /** For hot paths: allocates nothing. */
  static long call(
      MemorySegment state, SystemCall call, long a, long b, long c, long d, long e, long f) {
    try {
      long result = (long) SYSCALL.invokeExact(state, (long) call.number(), a, b, c, d, e, f);
      return result == -1 ? -state.get(ValueLayout.JAVA_INT, ERRNO_OFFSET) : result;
    } catch (Throwable t) {
      throw new AssertionError("a downcall throws nothing", t);
    }
  }

  /** For cold paths; interrupted calls ({@code EINTR}) are made again. */
  static long call(SystemCall call, long... arguments) {
    MemorySegment state = CALL_STATES.get();
    while (true) {
      long result =
          call(
              state,
              call,
              at(arguments, 0),
              at(arguments, 1),
              at(arguments, 2),
              at(arguments, 3),
              at(arguments, 4),
              at(arguments, 5));
      if (result != -Errno.EINTR.number()) {
        return result;
      }
    }
  }

  /**
   * As {@link #call(SystemCall, long...)}, failing with an exception.
   *
   * @param subject what the call was about, for the message: {@code udp [::]:443}
   */
  static long checked(SystemCall call, String subject, long... arguments) throws SyscallException {
    return check(call(call, arguments), call, subject);
  }

  static long check(long result, SystemCall call, String subject) throws SyscallException {
    if (result < 0) {
      throw new SyscallException(call.text(), subject, Errno.of((int) -result));
    }
    return result;
  }

  private static long at(long[] arguments, int index) {
    return index < arguments.length ? arguments[index] : 0;
  }
}

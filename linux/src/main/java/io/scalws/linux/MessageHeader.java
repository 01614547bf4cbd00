package io.scalws.linux;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * {@code struct msghdr}, {@code mmsghdr} and {@code iovec} of 64-bit Linux (recvmsg(2)).
 *
 * <pre>
 *   msghdr:  name* 0 | name length 8 (4) | iovec* 16 | iovecs 24 | control* 32 | control length 40
 *            | flags 48 (4)
 *   mmsghdr: msghdr 0 | length 56 (4)
 *   iovec:   base* 0 | length 8
 * </pre>
 */
final class MessageHeader {
  static final int LENGTH = 56;
  static final int BATCH_LENGTH = 64;
  static final int VECTOR_LENGTH = 16;

  private MessageHeader() {}

  static void name(MemorySegment header, long at, long address, int length) {
    header.set(ValueLayout.JAVA_LONG, at, address);
    header.set(ValueLayout.JAVA_INT, at + 8, length);
  }

  static void vectors(MemorySegment header, long at, long address, long count) {
    header.set(ValueLayout.JAVA_LONG, at + 16, address);
    header.set(ValueLayout.JAVA_LONG, at + 24, count);
  }

  static void control(MemorySegment header, long at, long address, long length) {
    header.set(ValueLayout.JAVA_LONG, at + 32, address);
    header.set(ValueLayout.JAVA_LONG, at + 40, length);
  }

  static long controlLength(MemorySegment header, long at) {
    return header.get(ValueLayout.JAVA_LONG, at + 40);
  }

  static int flags(MemorySegment header, long at) {
    return header.get(ValueLayout.JAVA_INT, at + 48);
  }

  static int batchedLength(MemorySegment header, long at) {
    return header.get(ValueLayout.JAVA_INT, at + 56);
  }

  static void vector(MemorySegment vectors, long at, long address, long length) {
    vectors.set(ValueLayout.JAVA_LONG, at, address);
    vectors.set(ValueLayout.JAVA_LONG, at + 8, length);
  }
}

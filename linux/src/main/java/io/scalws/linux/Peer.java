package io.scalws.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Who was at the other end of a Unix socket when it connected (SO_PEERCRED, unix(7)).
 *
 * @param pid in our pid namespace; 0 if it is in none that we see
 */
public record Peer(int pid, int uid, int gid) {

  public static Peer of(int socket) throws SyscallException {
    try (Arena arena = Arena.ofConfined()) {
      // struct ucred {pid, uid, gid}.
      MemorySegment credentials = arena.allocate(12, 4);
      SocketOption.SO_PEERCRED.get(socket, credentials);
      return new Peer(
          credentials.get(ValueLayout.JAVA_INT, 0),
          credentials.get(ValueLayout.JAVA_INT, 4),
          credentials.get(ValueLayout.JAVA_INT, 8));
    }
  }
}

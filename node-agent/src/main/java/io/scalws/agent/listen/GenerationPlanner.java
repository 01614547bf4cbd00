package io.scalws.agent.listen;

import io.scalws.protocol.socket.SocketIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** What a new generation needs of the socket table (ADR-0037 steps 2 and 3). */
public final class GenerationPlanner {
  private GenerationPlanner() {}

  /** What to do about the sockets of a generation. */
  public sealed interface SocketPlan {
    /**
     * It can be tried.
     *
     * @param toBind not in the table
     * @param toShare in the table already
     */
    record Possible(SortedSet<SocketIdentity> toBind, SortedSet<SocketIdentity> toShare)
        implements SocketPlan {}

    /** It cannot work, and the kernel need not be asked. */
    record Impossible(List<String> reasons) implements SocketPlan {}
  }

  /** Compares what a generation wants with every socket that is still live. */
  public static SocketPlan plan(SocketTable table, SortedSet<SocketIdentity> wanted) {
    SortedSet<SocketIdentity> toBind = new TreeSet<>();
    SortedSet<SocketIdentity> toShare = new TreeSet<>();
    List<String> reasons = new ArrayList<>();
    for (SocketIdentity identity : wanted) {
      if (table.entry(identity).isPresent()) {
        toShare.add(identity);
        continue;
      }
      toBind.add(identity);
      for (SocketIdentity live : table.entries().keySet()) {
        if (identity.overlaps(live)) {
          reasons.add(
              identity
                  + " overlaps "
                  + live
                  + ", which is still in use; remove that one first, wait until its instances have"
                  + " drained, then add the new one");
        }
      }
    }
    return reasons.isEmpty()
        ? new SocketPlan.Possible(toBind, toShare)
        : new SocketPlan.Impossible(reasons);
  }
}

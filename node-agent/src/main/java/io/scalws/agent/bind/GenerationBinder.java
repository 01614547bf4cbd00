package io.scalws.agent.bind;

import io.scalws.linux.Errno;
import io.scalws.linux.SyscallException;
import io.scalws.protocol.socket.SocketIdentity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Binds the new sockets of a generation: all of them, or none and why (ADR-0037 step 3). */
public final class GenerationBinder {
  private final Kernel kernel;

  public GenerationBinder() {
    this(new HostKernel());
  }

  GenerationBinder(Kernel kernel) {
    this.kernel = kernel;
  }

  /** What binding needs of the node. */
  interface Kernel {
    BoundSocket bind(SocketIdentity identity) throws SyscallException;

    /** Who holds the port, as far as /proc tells. */
    Optional<String> holder(SocketIdentity identity);
  }

  /** What became of it. */
  public sealed interface Outcome {
    /** All are bound. */
    record Bound(List<BoundSocket> sockets) implements Outcome {}

    /** None is; one reason for each that failed. */
    record Refused(List<String> reasons) implements Outcome {}
  }

  /** Tries every identity, so that all reasons are told at once; one failure undoes everything. */
  public Outcome bind(Collection<SocketIdentity> identities) {
    List<BoundSocket> bound = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    for (SocketIdentity identity : identities) {
      try {
        bound.add(kernel.bind(identity));
      } catch (SyscallException e) {
        reasons.add(reason(identity, e));
      }
    }
    if (reasons.isEmpty()) {
      return new Outcome.Bound(List.copyOf(bound));
    }
    for (BoundSocket socket : bound.reversed()) {
      socket.close();
    }
    return new Outcome.Refused(List.copyOf(reasons));
  }

  private String reason(SocketIdentity identity, SyscallException e) {
    String what = "cannot bind " + identity + ": " + e.errno() + " (" + e.errno().text() + ")";
    if (e.errno().equals(Errno.EADDRINUSE)) {
      return what
          + kernel.holder(identity).map(who -> " by " + who).orElse("")
          + "; stop what uses it or choose another port";
    }
    if (e.errno().equals(Errno.EADDRNOTAVAIL)) {
      return what + "; this host has no such address, use one of its own or \"*\"";
    }
    if (e.errno().equals(Errno.EACCES)) {
      return what
          + "; ports below net.ipv4.ip_unprivileged_port_start need CAP_NET_BIND_SERVICE: use a"
          + " higher port, raise the privilege or lower that sysctl";
    }
    return what + " (" + e.getMessage() + ")";
  }

  private static final class HostKernel implements Kernel {
    @Override
    public BoundSocket bind(SocketIdentity identity) throws SyscallException {
      return BoundSocket.bind(identity);
    }

    @Override
    public Optional<String> holder(SocketIdentity identity) {
      return PortHolders.holder(identity);
    }
  }
}

package io.scalws.quiclb;

import io.scalws.linux.Errno;
import io.scalws.linux.Fd;
import io.scalws.linux.Poller;
import io.scalws.linux.SocketBuffers;
import io.scalws.linux.SyscallException;
import io.scalws.linux.UdpSocket;
import io.scalws.linux.Wakeup;
import io.scalws.protocol.cid.CidKey;
import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.AgentMessage;
import io.scalws.protocol.message.AgentMessage.Grant;
import io.scalws.protocol.message.AgentMessage.HandedBack;
import io.scalws.protocol.message.AgentMessage.Registrations;
import io.scalws.quiclb.owner.HopSocket;
import io.scalws.quiclb.owner.OwnerConnections;
import io.scalws.quiclb.receive.DatagramPump;
import io.scalws.quiclb.route.OwnerTable;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that owns the readers, the owner table, the pins and the connections of instances.
 * Others reach it by {@link #ask} and see {@link LoopView}.
 */
final class DemuxLoop implements OwnerConnections.Watcher, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DemuxLoop.class);

  private static final int TICK_MILLIS = 100;
  private static final int PUBLISH_MILLIS = 1_000;
  private static final int EVENTS = 128;
  private static final int BATCHES_PER_TURN = 4;

  /** Room for a restart of this process at a busy node's rate. */
  private static final int RECEIVE_BUFFER_OCTETS = 16 << 20;

  private static final long WAKEUP_KEY = 0;
  private static final long HOP_KEY = 1;
  private static final long FIRST_READER_KEY = 2;
  private static final long FIRST_CONNECTION_KEY = 1L << 32;

  /** Sends to the agent; must not block. */
  interface Agent {
    /** Takes over the descriptors. */
    void tell(AgentMessage message, List<Fd> fds);
  }

  private final Demux demux;
  private final Duration gatherDeadline;
  private final LoopView view;
  private final Agent agent;
  private final Poller poller;
  private final Wakeup wakeup;
  private final HopSocket hop;
  private final OwnerConnections connections;
  private final HeldSockets sockets = new HeldSockets();
  private final Map<Long, HeldSockets.Held> readers = new HashMap<>();
  private final Queue<Command> commands = new ConcurrentLinkedQueue<>();

  private DemuxState state = DemuxState.STANDBY;
  private long lockHeldAt;
  private Optional<Registrations> reported = Optional.empty();
  private long publishAt;
  private boolean stopping;

  DemuxLoop(Demux demux, HopSocket hop, Duration gatherDeadline, LoopView view, Agent agent)
      throws IOException {
    this.demux = demux;
    this.gatherDeadline = gatherDeadline;
    this.view = view;
    this.agent = agent;
    this.hop = hop;
    poller = Poller.open(EVENTS);
    wakeup = Wakeup.open();
    connections = new OwnerConnections(hop, demux.owners(), poller, this, FIRST_CONNECTION_KEY);
  }

  /** Any thread. */
  void ask(Command command) {
    commands.add(command);
    try {
      wakeup.signal();
    } catch (SyscallException e) {
      throw new IllegalStateException("an eventfd of this process can be written", e);
    }
  }

  /** Runs until it is asked to stop. */
  void run() throws IOException {
    poller.watch(wakeup.fd().number(), WAKEUP_KEY);
    long tickAt = 0;
    while (!stopping) {
      int ready = poller.await(TICK_MILLIS);
      long now = nowMillis();
      for (int i = 0; i < ready; i++) {
        handle(poller.key(i), now);
      }
      if (now >= tickAt) {
        tick(now);
        tickAt = now + TICK_MILLIS;
      }
    }
  }

  private static long nowMillis() {
    return System.nanoTime() / 1_000_000;
  }

  private void handle(long key, long now) throws IOException {
    if (key >= FIRST_CONNECTION_KEY) {
      connections.read(key, now);
    } else if (key >= FIRST_READER_KEY) {
      move(key, now);
    } else if (key == HOP_KEY) {
      connections.accept(now);
    } else {
      wakeup.reset();
      obey(now);
    }
  }

  private void move(long key, long now) {
    HeldSockets.Held reader = readers.get(key);
    if (reader == null) {
      return;
    }
    int fd = reader.fd().number();
    int number = reader.socket().number();
    for (int i = 0; i < BATCHES_PER_TURN; i++) {
      int items = demux.pump().move(fd, number, now);
      if (items < 0) {
        // An ICMP error of an earlier answer is reported once; the socket goes on.
        LOG.debug("a receive failed: socket={} error={}", number, Errno.of(-items));
        return;
      }
      if (items < DatagramPump.BATCH) {
        return;
      }
    }
  }

  private void obey(long now) throws IOException {
    Command command;
    while ((command = commands.poll()) != null) {
      switch (command) {
        case Command.Take(Grant grant, List<Fd> fds) -> take(grant, fds);
        case Command.Learn(AgentMessage.Owners owners) -> demux.owners().learn(owners);
        case Command.Return(AgentMessage.HandBack request) -> {
          HeldSockets.Returned returned = sockets.returned(request);
          agent.tell(new HandedBack(returned.sockets()), returned.fds());
        }
        case Command.Read() -> {
          lockHeldAt = now;
          change(DemuxState.Event.LOCK_HELD);
        }
        case Command.Stop() -> stopping = true;
      }
    }
  }

  private void take(Grant grant, List<Fd> fds) throws IOException {
    demux
        .router()
        .useKeys(
            grant.keys().stream()
                .map(epoch -> CidKey.of(epoch.rotation(), epoch.cidKey().octets()))
                .toList());
    if (!connections.canCheckProofs()) {
      // Only now: an instance that comes before the first grant waits in the accept queue.
      poller.watch(hop.fd(), HOP_KEY);
    }
    connections.useHopKey(grant.hopKey());
    HeldSockets.Change change = sockets.become(grant.sockets().sockets(), fds);
    for (HeldSockets.Held removed : change.removed()) {
      if (readers.remove(key(removed)) != null) {
        poller.forget(removed.fd().number());
      }
      removed.fd().close();
    }
    for (HeldSockets.Held added : change.added()) {
      if (added.isReader()) {
        prepareReader(added);
        if (state == DemuxState.SERVING) {
          watch(added);
        }
      }
    }
    view.held(sockets.described());
    reported = Optional.empty();
    LOG.info(
        "the agent granted sockets: term={} sockets={} new={} gone={}",
        grant.agentTerm(),
        sockets.all().size(),
        change.added().size(),
        change.removed().size());
  }

  private static void prepareReader(HeldSockets.Held reader) throws SyscallException {
    UdpSocket.receiveTrains(reader.fd().number(), true);
    SocketBuffers got = SocketBuffers.enlarge(reader.fd(), RECEIVE_BUFFER_OCTETS, 0);
    if (got.receive() < RECEIVE_BUFFER_OCTETS) {
      LOG.warn(
          "the receive buffer is small, datagrams may be lost while quic-lb restarts; raise"
              + " net.core.rmem_max or grant CAP_NET_ADMIN: socket={} octets={} wanted={}",
          reader.socket().identity(),
          got.receive(),
          RECEIVE_BUFFER_OCTETS);
    }
  }

  private static long key(HeldSockets.Held reader) {
    return FIRST_READER_KEY + reader.socket().number();
  }

  private void watch(HeldSockets.Held reader) throws SyscallException {
    poller.watch(reader.fd().number(), key(reader));
    readers.put(key(reader), reader);
  }

  private void tick(long now) throws IOException {
    view.ticked();
    if (state == DemuxState.GATHERING) {
      boolean late = now - lockHeldAt >= gatherDeadline.toMillis();
      if (demux.owners().isComplete() || late) {
        change(DemuxState.Event.GATHERED);
        for (HeldSockets.Held held : sockets.all()) {
          if (held.isReader()) {
            watch(held);
          }
        }
      }
    }
    connections.sweep(now);
    OwnerTable owners = demux.owners();
    Registrations current =
        new Registrations(state.reported(), owners.registered(), owners.placeable(now));
    if (!reported.equals(Optional.of(current))) {
      reported = Optional.of(current);
      view.registrations(current);
      agent.tell(current, List.of());
    }
    if (now >= publishAt) {
      publishAt = now + PUBLISH_MILLIS;
      publishLosses();
    }
  }

  private void publishLosses() throws SyscallException {
    view.pinsEvicted(demux.pins().evicted());
    Map<String, Long> losses = new TreeMap<>();
    for (ServerId id : demux.owners().registered()) {
      int slot = demux.owners().slotOf(id.toLong());
      losses.put(id.toString(), demux.pump().outbox(slot).lost());
    }
    view.ownerLosses(losses);
    Map<String, Long> drops = new TreeMap<>();
    for (HeldSockets.Held reader : readers.values()) {
      drops.put(reader.socket().identity().toString(), UdpSocket.drops(reader.fd().number()));
    }
    view.socketDrops(drops);
  }

  private void change(DemuxState.Event event) {
    DemuxState before = state;
    state =
        before
            .on(event)
            .orElseThrow(() -> new IllegalStateException("event " + event + " in state " + before));
    LOG.info("quic-lb: {} -> {} because of {}", before, state, event);
  }

  @Override
  public void joined(int slot, int connection) {
    demux.pump().outbox(slot).open(connection);
  }

  @Override
  public void left(int slot) {
    demux.pump().outbox(slot).shut();
  }

  /** After {@link #run}: the connections, sockets and descriptors. */
  @Override
  public void close() throws IOException {
    connections.close();
    sockets.close();
    wakeup.close();
    poller.close();
    demux.pump().close();
  }
}

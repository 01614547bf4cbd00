package io.scalws.quiclb.receive;

import io.scalws.linux.Errno;
import io.scalws.linux.GatherMessage;
import io.scalws.protocol.message.WireFormat;
import io.scalws.quiclb.route.Outcome;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What one instance gets from a batch: frames that stay where they were received, sent as one
 * message, without waiting. An instance that does not read fast enough loses the message, and
 * nobody else anything.
 */
public final class Outbox implements AutoCloseable {
  private static final Outcome[] OUTCOMES = Outcome.values();
  private static final int PIECES = 512;

  private final GatherMessage message = new GatherMessage(PIECES);
  private final int[] pending = new int[Outcome.forwardedCount()];
  private final AtomicLong lost = new AtomicLong();
  private int fd = -1;

  /** Takes over an instance's connection, which stays the caller's. */
  public void open(int connection) {
    fd = connection;
    lost.setPlain(0);
  }

  /** Forgets the connection. */
  public void shut() {
    fd = -1;
    message.clear();
  }

  /** Whether a frame of so many octets in so many pieces has to wait for {@link #send}. */
  boolean isFull(int pieces, long octets) {
    return message.room() < pieces || message.length() + octets > WireFormat.MAX_MESSAGE_LENGTH;
  }

  void add(MemorySegment memory, long offset, long octets) {
    message.add(memory, offset, octets);
  }

  /** Takes over, and zeroes, the counts of the frame that was added, by outcome. */
  void count(int[] datagrams) {
    for (int i = 0; i < pending.length; i++) {
      pending[i] += datagrams[i];
      datagrams[i] = 0;
    }
  }

  boolean isEmpty() {
    return message.pieces() == 0;
  }

  /** Sends what was added and counts what became of it. */
  void send(DatagramCounters counters) {
    long result = message.send(fd);
    message.clear();
    for (int i = 0; i < pending.length; i++) {
      if (pending[i] > 0) {
        counters.add(result >= 0 ? OUTCOMES[i] : failure(result), pending[i]);
        if (result < 0) {
          lost.setRelease(lost.getPlain() + pending[i]);
        }
        pending[i] = 0;
      }
    }
  }

  private static Outcome failure(long result) {
    // ENOBUFS and EMSGSIZE: a send buffer that this message can never fit is a full one too.
    boolean full =
        result == -Errno.EAGAIN.number()
            || result == -Errno.ENOBUFS.number()
            || result == -Errno.EMSGSIZE.number();
    return full ? Outcome.DROPPED_OWNER_FULL : Outcome.DROPPED_OWNER_GONE;
  }

  /** Datagrams that this instance lost since it registered; for any thread. */
  public long lost() {
    return lost.getAcquire();
  }

  @Override
  public void close() {
    message.close();
  }
}

package io.scalws.server.exchange;

import java.util.ArrayDeque;

/**
 * The request body between wire and receiver: delivers one chunk per demand, keeps what a wire read
 * beyond it (at most one read's worth, since the wire reads only when the queue is empty), and ends
 * exactly once, complete or aborted.
 */
final class BodyInlet {
  private enum State {
    /** The client may still send. */
    OPEN,
    /** All has arrived, the receiver has not seen the end. */
    ARRIVED,
    /** The receiver saw the end, or nobody wants the rest. */
    CLOSED
  }

  private final Runnable read;
  private final ArrayDeque<Chunk> queue = new ArrayDeque<>(2);
  private State state = State.OPEN;
  private Headers trailers = Headers.EMPTY;
  private BodyReceiver receiver;
  private int demanded;
  private boolean delivering;
  private boolean arrived;

  /**
   * @param read asks the wire for more
   */
  BodyInlet(Runnable read) {
    this.read = read;
  }

  void receive(BodyReceiver bodyReceiver) {
    if (receiver != null) {
      throw new IllegalStateException("the request body has a receiver");
    }
    receiver = bodyReceiver;
    if (state == State.CLOSED) {
      bodyReceiver.aborted();
    }
  }

  void demand() {
    if (receiver == null) {
      throw new IllegalStateException("demand before receive");
    }
    if (state != State.CLOSED) {
      demanded++;
      deliver();
    }
  }

  void chunk(Chunk chunk) {
    if (state != State.OPEN) {
      chunk.release();
      return;
    }
    queue.add(chunk);
    deliver();
  }

  void arrived(Headers lastTrailers) {
    arrived = true;
    if (state == State.OPEN) {
      state = State.ARRIVED;
      trailers = lastTrailers;
      deliver();
    }
  }

  /** Whether the client has sent all of it. */
  boolean hasArrived() {
    return arrived;
  }

  /**
   * Nobody wants the rest.
   *
   * @return whether the client may still be sending
   */
  boolean abort() {
    if (state == State.CLOSED) {
      return false;
    }
    boolean open = state == State.OPEN;
    state = State.CLOSED;
    queue.forEach(Chunk::release);
    queue.clear();
    if (receiver != null) {
      receiver.aborted();
    }
    return open;
  }

  /** A receiver may demand or abort while it is being given a chunk: a loop, not recursion. */
  private void deliver() {
    if (delivering || receiver == null) {
      return;
    }
    delivering = true;
    try {
      while (demanded > 0 && !queue.isEmpty()) {
        demanded--;
        receiver.chunk(queue.poll());
      }
      if (state == State.ARRIVED && queue.isEmpty()) {
        state = State.CLOSED;
        receiver.end(trailers);
      }
    } finally {
      delivering = false;
    }
    if (state == State.OPEN && demanded > 0) {
      read.run();
    }
  }
}

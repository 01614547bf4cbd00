package io.scalws.server.exchange;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * One request and its response. Handlers use the upper half, wires the lower one.
 *
 * <p>Request: {@link #receive} once, then one {@link #demand} per chunk. Response: {@link
 * #respond}, or {@link #begin} and then {@link #write} while {@link #isWritable}, then {@link
 * #finish} or {@link #fail}. A response to HEAD, and one with status 204 or 304, sends no body
 * whatever the handler writes. After the end, which may come at any moment, everything a handler
 * does is ignored and what it hands in is released, so it needs no check of its own. The same holds
 * after {@link #refuse}.
 *
 * <p>Status 101 (on HTTP/1.1) makes a tunnel of the exchange: from then on the two bodies are the
 * octets of the other protocol.
 */
public final class Exchange {
  private enum Response {
    AWAITED,
    BEGUN,
    FINISHED
  }

  private final RequestHead request;
  private final Wire wire;
  private final ResponseDecorator decorator;
  private final EndListener endListener;
  private final BodyInlet inlet;
  private final List<Consumer<Outcome>> watchers = new ArrayList<>(2);

  private Response response = Response.AWAITED;
  private Runnable writableListener = () -> {};
  private Outcome outcome;
  private boolean sendsBody = true;
  private boolean refused;
  private long maxBodyOctets = Long.MAX_VALUE;
  private int status;
  private long octetsReceived;
  private long octetsSent;

  public Exchange(
      RequestHead request, Wire wire, ResponseDecorator decorator, EndListener endListener) {
    this.request = Objects.requireNonNull(request);
    this.wire = Objects.requireNonNull(wire);
    this.decorator = Objects.requireNonNull(decorator);
    this.endListener = Objects.requireNonNull(endListener);
    this.inlet = new BodyInlet(wire::read);
  }

  public RequestHead request() {
    return request;
  }

  /** Names who takes the request body; no chunk is delivered before the first {@link #demand}. */
  public void receive(BodyReceiver receiver) {
    inlet.receive(receiver);
  }

  /** Asks for one more chunk (or the end) of the request body. */
  public void demand() {
    inlet.demand();
  }

  /** Sends an interim response, such as 103. */
  public void inform(ResponseHead interim) {
    if (!interim.isInterim()) {
      throw new IllegalArgumentException(interim.status() + " is not an interim status");
    }
    if (!isOver() && response == Response.AWAITED) {
      wire.interim(interim);
    }
  }

  /** Sends a whole response. The wire adds no length: the caller's head has the fields it wants. */
  public void respond(ResponseHead head, Chunk whole) {
    if (isOver()) {
      whole.release();
      return;
    }
    if (whole.length() == 0 || !mayHaveBody(head)) {
      whole.release();
      send(head, true);
      return;
    }
    send(head, false);
    write(whole);
    finish();
  }

  /** Sends the head of a response whose body follows. */
  public void begin(ResponseHead head) {
    if (!isOver()) {
      send(head, false);
    }
  }

  private void send(ResponseHead head, boolean last) {
    if (response != Response.AWAITED) {
      throw new IllegalStateException("a second head for " + request.target());
    }
    ResponseHead decorated = decorator.decorate(request, head);
    status = decorated.status();
    sendsBody = mayHaveBody(decorated);
    response = last ? Response.FINISHED : Response.BEGUN;
    wire.head(decorated, last);
    if (last) {
      ignoreBody();
    }
  }

  private boolean mayHaveBody(ResponseHead head) {
    // RFC 9110 sections 9.3.2, 15.3.5 and 15.4.5
    return !request.method().equals("HEAD") && head.status() != 204 && head.status() != 304;
  }

  /** Sends a piece of the body; the exchange owns the chunk. */
  public void write(Chunk chunk) {
    if (isOver() || !sendsBody || chunk.length() == 0) {
      chunk.release();
      return;
    }
    requireBegun();
    octetsSent += chunk.length();
    wire.chunk(chunk);
  }

  /** Whether more of the body is welcome now. More is accepted nevertheless, and buffered. */
  public boolean isWritable() {
    return outcome == null && wire.isWritable();
  }

  /** What to call when the exchange became writable again; replaces the previous listener. */
  public void onWritable(Runnable listener) {
    writableListener = listener;
  }

  public void finish() {
    finish(Headers.EMPTY);
  }

  /** Ends the response. The exchange ends when the transport has taken all of it. */
  public void finish(Headers trailers) {
    if (isOver()) {
      return;
    }
    requireBegun();
    response = Response.FINISHED;
    wire.finish(trailers);
    ignoreBody();
  }

  private void requireBegun() {
    if (response != Response.BEGUN) {
      throw new IllegalStateException("response to " + request.target() + " is " + response);
    }
  }

  /** The answer cannot be given or completed: status 500, or a cut response if it had begun. */
  public void fail() {
    if (isOver()) {
      return;
    }
    if (response == Response.AWAITED) {
      respond(ResponseHead.of(500, "content-length", "0"), Chunk.EMPTY);
    } else {
      cut(Outcome.FAILED);
    }
  }

  /**
   * The request breaks a rule or a limit: answers with that status, or cuts the response if it had
   * begun. A handler that is at work needs not know: what it does from now on is ignored.
   */
  public void refuse(int refusal) {
    if (isOver()) {
      return;
    }
    if (response == Response.AWAITED) {
      refused = true;
      send(ResponseHead.of(refusal, "content-length", "0"), true);
    } else {
      cut(Outcome.REFUSED);
    }
  }

  /** Nothing more is taken from a handler. */
  private boolean isOver() {
    return outcome != null || refused;
  }

  /** Resets the stream and ends the exchange with that outcome. */
  public void cut(Outcome reason) {
    if (outcome == null) {
      wire.reset();
      end(reason);
    }
  }

  /** What is left of the request body is not wanted. */
  public void ignoreBody() {
    if (inlet.abort() && outcome == null) {
      wire.stopReading();
    }
  }

  /** Calls the watcher once, when the exchange ends; at once if it has ended. */
  public void onEnd(Consumer<Outcome> watcher) {
    if (outcome != null) {
      watcher.accept(outcome);
    } else {
      watchers.add(watcher);
    }
  }

  /** Runs the task on the event loop that owns this exchange. */
  public void execute(Runnable task) {
    wire.execute(task);
  }

  public boolean isEnded() {
    return outcome != null;
  }

  /** Whether a final head was sent. */
  public boolean isAnswered() {
    return response != Response.AWAITED;
  }

  /** Status of the final head; 0 before it. */
  public int status() {
    return status;
  }

  /** Octets of the request body so far. */
  public long octetsReceived() {
    return octetsReceived;
  }

  /** Octets of the response body so far. */
  public long octetsSent() {
    return octetsSent;
  }

  /** Whether the request was refused; its connection is not worth keeping. */
  public boolean isRefused() {
    return refused;
  }

  // What a wire calls.

  /** Takes a body of at most so many octets; a longer one is refused. */
  public void limitBody(long octets) {
    maxBodyOctets = octets;
  }

  /** A piece of the request body arrived; the exchange owns it. */
  public void bodyChunk(Chunk chunk) {
    octetsReceived += chunk.length();
    if (octetsReceived > maxBodyOctets) {
      chunk.release();
      // RFC 9110 section 15.5.14
      refuse(413);
      return;
    }
    inlet.chunk(chunk);
  }

  /** The request is complete. */
  public void bodyEnd(Headers trailers) {
    inlet.arrived(trailers);
  }

  /** Whether the request arrived completely. */
  public boolean isBodyComplete() {
    return inlet.hasArrived();
  }

  /** The transport takes more again. */
  public void becameWritable() {
    if (outcome == null && response == Response.BEGUN) {
      writableListener.run();
    }
  }

  /** The transport has taken the whole response. */
  public void responseSent() {
    end(refused ? Outcome.REFUSED : Outcome.COMPLETED);
  }

  /** Ends the exchange; the first end counts, later ones change nothing. */
  public void end(Outcome reason) {
    if (outcome != null) {
      return;
    }
    outcome = reason;
    inlet.abort();
    endListener.ended(this, reason);
    List.copyOf(watchers).forEach(watcher -> watcher.accept(reason));
    watchers.clear();
  }
}

package io.scalws.server.files;

import io.scalws.server.exchange.Chunk;
import io.scalws.server.exchange.Exchange;
import java.io.IOException;

/** A file that was found, with its octets. Whoever opened it closes it once. */
interface FileBody extends AutoCloseable {
  /** For the content type. */
  String name();

  long size();

  Validators validators();

  /**
   * The next octets, at most what one write should carry.
   *
   * @return at least one octet, unless the file became shorter
   */
  Chunk read(long offset, long length) throws IOException;

  @Override
  void close();

  /** Sends a part of the file as the body of a response whose head was sent, and closes it. */
  static void send(Exchange exchange, FileBody body, long first, long length) {
    new Sending(exchange, body, first, length).start();
  }

  /** The part that is still to be sent. Owned by the event loop of the exchange. */
  final class Sending {
    private final Exchange exchange;
    private final FileBody body;
    private final long end;
    private long next;
    private boolean running;

    private Sending(Exchange exchange, FileBody body, long first, long length) {
      this.exchange = exchange;
      this.body = body;
      this.next = first;
      this.end = first + length;
    }

    private void start() {
      exchange.onEnd(_ -> body.close());
      exchange.onWritable(this::run);
      run();
    }

    private void run() {
      if (running) {
        // A write made the exchange writable again: the loop below goes on by itself.
        return;
      }
      running = true;
      try {
        while (next < end && exchange.isWritable()) {
          Chunk chunk = body.read(next, end - next);
          if (chunk.length() == 0) {
            chunk.release();
            throw new IOException(body.name() + " became shorter while it was sent");
          }
          next += chunk.length();
          exchange.write(chunk);
        }
        if (next == end && !exchange.isEnded()) {
          exchange.finish();
        }
      } catch (IOException e) {
        // The client sees a cut response, the counter of failed exchanges counts it.
        exchange.fail();
      } finally {
        running = false;
      }
    }
  }
}

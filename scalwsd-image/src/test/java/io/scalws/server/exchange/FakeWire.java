package io.scalws.server.exchange;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes down what an exchange asks of its wire. */
public final class FakeWire implements Wire {
  public final List<String> calls = new ArrayList<>();
  public boolean writable = true;

  @Override
  public void interim(ResponseHead head) {
    calls.add("interim " + head.status());
  }

  @Override
  public void head(ResponseHead head, boolean last) {
    calls.add("head " + head.status() + (last ? " last" : ""));
  }

  @Override
  public void chunk(Chunk chunk) {
    calls.add("chunk " + StandardCharsets.UTF_8.decode(chunk.octets()));
    chunk.release();
  }

  @Override
  public void finish(Headers trailers) {
    calls.add("finish");
  }

  @Override
  public void reset() {
    calls.add("reset");
  }

  @Override
  public boolean isWritable() {
    return writable;
  }

  @Override
  public void read() {
    calls.add("read");
  }

  @Override
  public void stopReading() {
    calls.add("stopReading");
  }

  @Override
  public void execute(Runnable task) {
    task.run();
  }
}

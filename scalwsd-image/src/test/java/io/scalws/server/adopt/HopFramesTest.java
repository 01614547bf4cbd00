package io.scalws.server.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.scalws.server.quic.QuicDatagram;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HopFramesTest {
  private final List<String> received = new ArrayList<>();
  private final HopFrames.Sink sink =
      new HopFrames.Sink() {
        @Override
        public void receive(QuicDatagram datagram) {
          received.add(
              datagram.path().client()
                  + " to "
                  + datagram.path().server()
                  + " "
                  + datagram.content().readableBytes()
                  + "@"
                  + datagram.content().readerIndex()
                  + (datagram.resetWanted() ? " reset" : ""));
          datagram.content().release();
        }

        @Override
        public int port() {
          return 443;
        }
      };
  private final HopFrames frames = new HopFrames(number -> number == 3 ? sink : null);

  private static ByteBuf frame(ByteBuf to, int flags, int socket, int length, int segment) {
    to.writeByte(0x44).writeByte(flags).writeShort(socket).writeInt(length);
    to.writeShort(segment).writeShort(4000).writeInt(1);
    to.writeBytes(new byte[] {127, 0, 0, 1}).writeZero(12);
    to.writeBytes(new byte[] {127, 0, 0, 2}).writeZero(12);
    return to.writeZero(length);
  }

  @Test
  void aTrainBecomesItsDatagramsEachAtIndexZero() {
    ByteBuf batch = Unpooled.buffer();
    frame(batch, 0, 3, 2500, 1200);
    frame(batch, 8, 3, 40, 0);
    assertThat(frames.read(batch)).isTrue();
    assertThat(received)
        .containsExactly(
            "/127.0.0.1:4000 to /127.0.0.2:443 1200@0",
            "/127.0.0.1:4000 to /127.0.0.2:443 1200@0",
            "/127.0.0.1:4000 to /127.0.0.2:443 100@0",
            "/127.0.0.1:4000 to /127.0.0.2:443 40@0 reset");
    assertThat(batch.refCnt()).isEqualTo(1);
  }

  @Test
  void aBatchThatIsCutGivesItsWholeFramesAndSaysSo() {
    ByteBuf batch = frame(Unpooled.buffer(), 0, 3, 40, 0);
    frame(batch, 0, 3, 40, 0);
    assertThat(frames.read(batch.writerIndex(batch.writerIndex() - 1))).isFalse();
    assertThat(received).hasSize(1);
    assertThat(frames.read(Unpooled.wrappedBuffer(new byte[] {0x44, 0}))).isFalse();
  }

  @Test
  void aSocketThatIsNotHeldGetsNothing() {
    assertThat(frames.read(frame(Unpooled.buffer(), 0, 4, 40, 0))).isTrue();
    assertThat(received).isEmpty();
  }
}

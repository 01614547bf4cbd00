package io.scalws.server.quic;

import io.scalws.server.anchor.ClientPath;

/** Told of what happens to addresses; counters. Event loop only. */
public interface AnchorEvents {
  AnchorEvents NONE =
      new AnchorEvents() {
        @Override
        public void followed(ClientPath from, ClientPath to, boolean hostChanged) {}

        @Override
        public void challengeRepeated() {}

        @Override
        public void forged() {}

        @Override
        public void abandoned() {}
      };

  void followed(ClientPath from, ClientPath to, boolean hostChanged);

  void challengeRepeated();

  /** A datagram with a connection's id from another address was not authentic. */
  void forged();

  /** A connection ended because the library had no path left. */
  void abandoned();
}

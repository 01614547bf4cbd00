package io.scalws.server.http1;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.flow.FlowControlHandler;

/**
 * Takes one message for each wish out of the {@link FlowControlHandler}, which keeps what the
 * decoder made of one read. A loop instead of recursion: a client may have pipelined thousands of
 * requests, and each may be answered at once.
 */
final class MessageDemand {
  private final ChannelHandlerContext context;
  private boolean wanted;
  private boolean asking;
  private boolean outstanding;

  MessageDemand(ChannelHandlerContext context) {
    this.context = context;
  }

  /** Wants one message. */
  void ask() {
    wanted = true;
    if (asking) {
      return;
    }
    asking = true;
    try {
      while (wanted) {
        wanted = false;
        outstanding = true;
        context.read();
      }
    } finally {
      asking = false;
    }
  }

  /** A message came. */
  void satisfied() {
    outstanding = false;
  }

  /** A read is over: it may have brought less than a message. */
  void readComplete() {
    if (outstanding) {
      context.read();
    }
  }
}

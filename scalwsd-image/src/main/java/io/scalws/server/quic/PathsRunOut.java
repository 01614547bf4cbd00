package io.scalws.server.quic;

/** User event on a QUIC channel: the client should be asked for a new connection (GOAWAY). */
public enum PathsRunOut {
  EVENT
}

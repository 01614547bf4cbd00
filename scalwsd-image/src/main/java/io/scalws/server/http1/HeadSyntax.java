package io.scalws.server.http1;

import io.scalws.server.exchange.RequestSyntax;
import java.util.Optional;

/**
 * The head of a request, octet by octet, as RFC 9112 sections 2 to 5 write it. Everything that
 * another implementation on the way might read differently (a folded line, a bare LF or CR,
 * whitespace before a colon or twice in the request line, a control character) is a fault, because
 * two readings of one head are how a request is smuggled past the other.
 *
 * <pre>
 *   *CRLF method SP target SP version CRLF *( name ":" value CRLF ) CRLF
 * </pre>
 */
final class HeadSyntax {
  private enum State {
    BEFORE,
    BEFORE_LF,
    METHOD,
    TARGET_BEGIN,
    TARGET,
    VERSION,
    LINE_LF,
    LINE_BEGIN,
    NAME,
    VALUE,
    LAST_LF,
    COMPLETE,
    BROKEN
  }

  private State state = State.BEFORE;
  private String fault;

  /** The next head begins. */
  void restart() {
    state = State.BEFORE;
  }

  /** The empty line has come. */
  boolean isComplete() {
    return state == State.COMPLETE;
  }

  /** Something of a head has come, and not all of it. */
  boolean isInside() {
    return switch (state) {
      case BEFORE, BEFORE_LF, COMPLETE, BROKEN -> false;
      case METHOD, TARGET_BEGIN, TARGET, VERSION, LINE_LF, LINE_BEGIN, NAME, VALUE, LAST_LF -> true;
    };
  }

  /** What is wrong; a fault stays. */
  Optional<String> fault() {
    return Optional.ofNullable(fault);
  }

  /**
   * Takes the next octet.
   *
   * @return whether the head goes on after it
   */
  boolean accept(byte octet) {
    int c = octet & 0xff;
    state =
        switch (state) {
          case BEFORE ->
              c == '\r' ? State.BEFORE_LF : token(c, State.METHOD, "no method at its begin");
          case BEFORE_LF -> lineFeed(c, State.BEFORE);
          case METHOD ->
              c == ' ' ? State.TARGET_BEGIN : token(c, State.METHOD, "no token for a method");
          case TARGET_BEGIN -> target(c);
          case TARGET -> c == ' ' ? State.VERSION : target(c);
          case VERSION -> version(c);
          case LINE_LF -> lineFeed(c, State.LINE_BEGIN);
          case LINE_BEGIN -> lineBegin(c);
          case NAME ->
              c == ':' ? State.VALUE : token(c, State.NAME, "a field name that is no token");
          case VALUE -> value(c);
          case LAST_LF -> lineFeed(c, State.COMPLETE);
          case COMPLETE, BROKEN -> state;
        };
    return state != State.COMPLETE && state != State.BROKEN;
  }

  private State token(int c, State next, String otherwise) {
    return RequestSyntax.isTokenCharacter(c) ? next : broken(otherwise);
  }

  /** RFC 9112 section 2.2: a CR that no LF follows is never a line end, nor part of anything. */
  private State lineFeed(int c, State next) {
    return c == '\n' ? next : broken("a bare CR");
  }

  private State target(int c) {
    return c > ' ' && c < 0x7f ? State.TARGET : broken("a character that no target has");
  }

  private State version(int c) {
    if (c == '\r') {
      return State.LINE_LF;
    }
    boolean expected = c == '/' || c == '.' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
    return expected ? State.VERSION : broken("a request line that does not end in a version");
  }

  private State lineBegin(int c) {
    if (c == '\r') {
      return State.LAST_LF;
    }
    if (c == ' ' || c == '\t') {
      // RFC 9112 section 5.2
      return broken("a folded line");
    }
    return token(c, State.NAME, "a field name that is no token");
  }

  private State value(int c) {
    if (c == '\r') {
      return State.LINE_LF;
    }
    // RFC 9110 section 5.5: controls are dangerous in values, NUL and bare LF above all.
    return c == '\t' || (c >= ' ' && c != 0x7f)
        ? State.VALUE
        : broken("a control character in a field value");
  }

  private State broken(String why) {
    fault = why;
    return State.BROKEN;
  }
}

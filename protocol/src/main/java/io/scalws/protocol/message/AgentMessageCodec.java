package io.scalws.protocol.message;

/** Octets of the agent protocol. */
public final class AgentMessageCodec {
  static final int HELLO = 1;
  static final int READY = 2;
  static final int FAILED = 3;
  static final int DRAINING = 4;
  static final int REPORT = 5;
  static final int HANDED_BACK = 6;
  static final int REGISTRATIONS = 7;
  static final int GRANT = 32;
  static final int REFUSED = 33;
  static final int ACTIVATE = 34;
  static final int DRAIN = 35;
  static final int HAND_BACK = 36;
  static final int OWNERS = 37;

  private AgentMessageCodec() {}

  /** The octets of one message. */
  public static byte[] encode(AgentMessage message) {
    return AgentMessageWriter.write(message);
  }

  /** What the octets are; never throws for any octets. */
  public static Decoded<AgentMessage> decode(byte[] octets) {
    return Envelope.decode(octets, AgentMessageReader::read);
  }

  /** The tags of fields; one meaning each, in whatever message they occur. */
  enum Tag {
    ROLE(1),
    ID(2),
    AGENT_TERM(3),
    SERVER_ID(4),
    ADMIN_ADDRESS(5),
    HELD(6),
    GENERATION(7),
    MESSAGE(8),
    SEQUENCE(9),
    MONOTONIC_NANOS(10),
    MEASURE(11),
    STATE(12),
    REGISTERED(13),
    PLACEABLE(14),
    KEYS(15),
    HOP_KEY(16),
    SOCKET(17),
    CONFIGURATION_ATTACHED(18),
    REASON(19),
    RETRY_AFTER(20),
    TIMEOUT(21),
    H3_TIMEOUT(22),
    GO_AWAY_SPREAD(23),
    NODE_PART(24),
    BOOT_EPOCH(25),
    NEXT_SEQUENCE(26),
    LIVE(27),
    IDENTITY(28),
    KIND(29),
    INODE(30),
    NUMBER(31),
    ROTATION(32),
    CID_KEY(33),
    RESET_KEY(34),
    TICKET_KEY(35),
    RETRY_KEY(36),
    CODE(37),
    VALUE(38);

    private final int number;

    Tag(int number) {
      this.number = number;
    }

    int number() {
      return number;
    }
  }
}

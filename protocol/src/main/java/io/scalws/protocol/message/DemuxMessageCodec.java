package io.scalws.protocol.message;

import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.DemuxMessage.Heartbeat;
import io.scalws.protocol.message.DemuxMessage.RefusalReason;
import io.scalws.protocol.message.DemuxMessage.RefusedRegistration;
import io.scalws.protocol.message.DemuxMessage.Register;
import io.scalws.protocol.message.DemuxMessage.Registered;
import java.util.ArrayList;
import java.util.List;

/** Octets of the hop's control messages. */
public final class DemuxMessageCodec {
  private static final int REGISTER = 1;
  private static final int REGISTERED = 2;
  private static final int REFUSED_REGISTRATION = 3;
  private static final int HEARTBEAT = 4;

  private static final int SERVER_ID = 1;
  private static final int PROOF = 2;
  private static final int ACCEPTING = 3;
  private static final int SEQUENCE = 4;
  private static final int REASON = 5;
  private static final int MESSAGE = 6;

  private DemuxMessageCodec() {}

  /** The octets of one message. */
  public static byte[] encode(DemuxMessage message) {
    FieldWriter fields = new FieldWriter();
    return switch (message) {
      case Register register -> {
        fields.number(SERVER_ID, register.serverId().toLong());
        fields.octets(PROOF, register.proof().octets());
        register.accepting().forEach(number -> fields.number(ACCEPTING, number));
        yield fields.message(REGISTER);
      }
      case Registered _ -> fields.message(REGISTERED);
      case RefusedRegistration refused ->
          fields
              .number(REASON, refused.reason().code())
              .text(MESSAGE, refused.message())
              .message(REFUSED_REGISTRATION);
      case Heartbeat heartbeat -> {
        fields.number(SEQUENCE, heartbeat.sequence());
        heartbeat.accepting().forEach(number -> fields.number(ACCEPTING, number));
        yield fields.message(HEARTBEAT);
      }
    };
  }

  /** What the octets are; never throws for any octets. */
  public static Decoded<DemuxMessage> decode(byte[] octets) {
    return Envelope.decode(octets, DemuxMessageCodec::read);
  }

  private static DemuxMessage read(int type, FieldReader fields) throws RejectedMessageException {
    return switch (type) {
      case REGISTER ->
          new Register(
              ServerId.ofLong(fields.number(SERVER_ID)),
              Secret.of(fields.octets(PROOF)),
              accepting(fields));
      case REGISTERED -> new Registered();
      case REFUSED_REGISTRATION ->
          new RefusedRegistration(
              fields.choice(REASON, RefusalReason.values()), fields.text(MESSAGE));
      case HEARTBEAT -> new Heartbeat(fields.number(SEQUENCE), accepting(fields));
      default -> null;
    };
  }

  private static List<Integer> accepting(FieldReader fields) throws RejectedMessageException {
    List<Integer> numbers = new ArrayList<>();
    for (long number : fields.numbers(ACCEPTING)) {
      if (number < 0 || number > 0xffff) {
        throw FieldReader.malformed(ACCEPTING, "is no socket number");
      }
      numbers.add((int) number);
    }
    return numbers;
  }
}

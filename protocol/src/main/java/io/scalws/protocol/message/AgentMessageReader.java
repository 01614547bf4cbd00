package io.scalws.protocol.message;

import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.AgentMessage.Activate;
import io.scalws.protocol.message.AgentMessage.Drain;
import io.scalws.protocol.message.AgentMessage.Draining;
import io.scalws.protocol.message.AgentMessage.Failed;
import io.scalws.protocol.message.AgentMessage.Grant;
import io.scalws.protocol.message.AgentMessage.GrantedSocket;
import io.scalws.protocol.message.AgentMessage.GrantedSockets;
import io.scalws.protocol.message.AgentMessage.HandBack;
import io.scalws.protocol.message.AgentMessage.HandedBack;
import io.scalws.protocol.message.AgentMessage.HeldSocket;
import io.scalws.protocol.message.AgentMessage.Hello;
import io.scalws.protocol.message.AgentMessage.Owners;
import io.scalws.protocol.message.AgentMessage.ReaderState;
import io.scalws.protocol.message.AgentMessage.Ready;
import io.scalws.protocol.message.AgentMessage.RefusalReason;
import io.scalws.protocol.message.AgentMessage.Refused;
import io.scalws.protocol.message.AgentMessage.Registrations;
import io.scalws.protocol.message.AgentMessage.Report;
import io.scalws.protocol.message.AgentMessage.Role;
import io.scalws.protocol.message.AgentMessage.SocketClaim;
import io.scalws.protocol.message.AgentMessageCodec.Tag;
import io.scalws.protocol.socket.GenerationId;
import io.scalws.protocol.socket.SocketIdentity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads messages of the agent protocol, or of one record nested in them. */
final class AgentMessageReader {
  private final FieldReader fields;

  private AgentMessageReader(FieldReader fields) {
    this.fields = fields;
  }

  /** Returns the message, or null for a type that is not known. */
  static AgentMessage read(int type, FieldReader fields) throws RejectedMessageException {
    return new AgentMessageReader(fields).message(type);
  }

  private AgentMessage message(int type) throws RejectedMessageException {
    return switch (type) {
      case AgentMessageCodec.HELLO -> hello();
      case AgentMessageCodec.READY -> new Ready(generation());
      case AgentMessageCodec.FAILED -> new Failed(text(Tag.MESSAGE));
      case AgentMessageCodec.DRAINING -> new Draining();
      case AgentMessageCodec.REPORT ->
          new Report(number(Tag.SEQUENCE), number(Tag.MONOTONIC_NANOS), measures());
      case AgentMessageCodec.HANDED_BACK -> new HandedBack(held());
      case AgentMessageCodec.REGISTRATIONS ->
          new Registrations(
              choice(Tag.STATE, ReaderState.values()),
              serverIds(Tag.REGISTERED),
              serverIds(Tag.PLACEABLE));
      case AgentMessageCodec.GRANT -> grant();
      case AgentMessageCodec.REFUSED ->
          new Refused(
              choice(Tag.REASON, RefusalReason.values()),
              text(Tag.MESSAGE),
              duration(Tag.RETRY_AFTER));
      case AgentMessageCodec.ACTIVATE -> new Activate(generation());
      case AgentMessageCodec.DRAIN ->
          new Drain(duration(Tag.TIMEOUT), duration(Tag.H3_TIMEOUT), duration(Tag.GO_AWAY_SPREAD));
      case AgentMessageCodec.HAND_BACK -> new HandBack(claims());
      case AgentMessageCodec.OWNERS ->
          new Owners(
              fields.number(Tag.NODE_PART.number(), 0, 0xff_ffff),
              fields.number(Tag.BOOT_EPOCH.number(), 0, 0xffff),
              fields.number(Tag.NEXT_SEQUENCE.number(), 0, 0x100_0000),
              serverIds(Tag.LIVE));
      default -> null;
    };
  }

  private Hello hello() throws RejectedMessageException {
    return new Hello(
        choice(Tag.ROLE, Role.values()),
        text(Tag.ID),
        number(Tag.AGENT_TERM),
        optionalServerId(),
        text(Tag.ADMIN_ADDRESS),
        held());
  }

  private Grant grant() throws RejectedMessageException {
    Optional<GenerationId> generation = Optional.empty();
    if (fields.optional(Tag.GENERATION.number()).isPresent()) {
      generation = Optional.of(generation());
    }
    List<KeyEpoch> keys = new ArrayList<>();
    for (AgentMessageReader nested : nested(Tag.KEYS)) {
      keys.add(nested.keys());
    }
    List<GrantedSocket> sockets = new ArrayList<>();
    for (AgentMessageReader nested : nested(Tag.SOCKET)) {
      sockets.add(
          new GrantedSocket(
              nested.fields.number(Tag.NUMBER.number(), 0, 0xffff),
              nested.identity(),
              nested.choice(Tag.KIND, SocketKind.values())));
      nested.fields.finish();
    }
    boolean attached = fields.number(Tag.CONFIGURATION_ATTACHED.number(), 0, 1) == 1;
    return new Grant(
        number(Tag.AGENT_TERM),
        generation,
        optionalServerId(),
        keys,
        secret(Tag.HOP_KEY),
        new GrantedSockets(attached, sockets));
  }

  private KeyEpoch keys() throws RejectedMessageException {
    KeyEpoch keys =
        new KeyEpoch(
            fields.number(Tag.NUMBER.number(), 0, Integer.MAX_VALUE),
            fields.number(Tag.ROTATION.number(), 0, 6),
            secret(Tag.CID_KEY),
            secret(Tag.RESET_KEY),
            secret(Tag.TICKET_KEY),
            secret(Tag.RETRY_KEY));
    fields.finish();
    return keys;
  }

  private List<HeldSocket> held() throws RejectedMessageException {
    List<HeldSocket> held = new ArrayList<>();
    for (AgentMessageReader nested : nested(Tag.HELD)) {
      List<GenerationId> generations = new ArrayList<>();
      for (long number : nested.fields.numbers(Tag.GENERATION.number())) {
        generations.add(new GenerationId(number));
      }
      held.add(
          new HeldSocket(
              nested.identity(),
              nested.choice(Tag.KIND, SocketKind.values()),
              nested.number(Tag.INODE),
              generations));
      nested.fields.finish();
    }
    return held;
  }

  private List<SocketClaim> claims() throws RejectedMessageException {
    List<SocketClaim> claims = new ArrayList<>();
    for (AgentMessageReader nested : nested(Tag.SOCKET)) {
      claims.add(new SocketClaim(nested.identity(), nested.choice(Tag.KIND, SocketKind.values())));
      nested.fields.finish();
    }
    return claims;
  }

  private Map<Measure, Long> measures() throws RejectedMessageException {
    Map<Measure, Long> measures = new EnumMap<>(Measure.class);
    for (AgentMessageReader nested : nested(Tag.MEASURE)) {
      long code = nested.number(Tag.CODE);
      long value = nested.number(Tag.VALUE);
      nested.fields.finish();
      // A measure of a newer process is skipped.
      Coded.of(Measure.values(), code).ifPresent(measure -> measures.put(measure, value));
    }
    return measures;
  }

  private List<AgentMessageReader> nested(Tag tag) throws RejectedMessageException {
    List<AgentMessageReader> readers = new ArrayList<>();
    for (byte[] value : fields.all(tag.number())) {
      readers.add(new AgentMessageReader(FieldReader.of(value)));
    }
    return readers;
  }

  private SocketIdentity identity() throws RejectedMessageException {
    return SocketIdentity.parse(text(Tag.IDENTITY))
        .orElseThrow(
            () -> FieldReader.malformed(Tag.IDENTITY.number(), "is no canonical socket identity"));
  }

  private GenerationId generation() throws RejectedMessageException {
    return new GenerationId(number(Tag.GENERATION));
  }

  private Optional<ServerId> optionalServerId() throws RejectedMessageException {
    Optional<byte[]> value = fields.optional(Tag.SERVER_ID.number());
    return value.isEmpty() ? Optional.empty() : Optional.of(ServerId.ofLong(number(Tag.SERVER_ID)));
  }

  private List<ServerId> serverIds(Tag tag) throws RejectedMessageException {
    return fields.numbers(tag.number()).stream().map(ServerId::ofLong).toList();
  }

  private Secret secret(Tag tag) throws RejectedMessageException {
    return Secret.of(fields.octets(tag.number()));
  }

  private Duration duration(Tag tag) throws RejectedMessageException {
    long millis = number(tag);
    if (millis < 0) {
      throw FieldReader.malformed(tag.number(), "is a negative duration");
    }
    return Duration.ofMillis(millis);
  }

  private <E extends Coded> E choice(Tag tag, E[] choices) throws RejectedMessageException {
    return fields.choice(tag.number(), choices);
  }

  private long number(Tag tag) throws RejectedMessageException {
    return fields.number(tag.number());
  }

  private String text(Tag tag) throws RejectedMessageException {
    return fields.text(tag.number());
  }
}

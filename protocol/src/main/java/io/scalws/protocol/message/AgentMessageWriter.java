package io.scalws.protocol.message;

import io.scalws.protocol.cid.ServerId;
import io.scalws.protocol.message.AgentMessage.Activate;
import io.scalws.protocol.message.AgentMessage.Drain;
import io.scalws.protocol.message.AgentMessage.Draining;
import io.scalws.protocol.message.AgentMessage.Failed;
import io.scalws.protocol.message.AgentMessage.Grant;
import io.scalws.protocol.message.AgentMessage.GrantedSocket;
import io.scalws.protocol.message.AgentMessage.HandBack;
import io.scalws.protocol.message.AgentMessage.HandedBack;
import io.scalws.protocol.message.AgentMessage.HeldSocket;
import io.scalws.protocol.message.AgentMessage.Hello;
import io.scalws.protocol.message.AgentMessage.Owners;
import io.scalws.protocol.message.AgentMessage.Ready;
import io.scalws.protocol.message.AgentMessage.Refused;
import io.scalws.protocol.message.AgentMessage.Registrations;
import io.scalws.protocol.message.AgentMessage.Report;
import io.scalws.protocol.message.AgentMessage.SocketClaim;
import io.scalws.protocol.message.AgentMessageCodec.Tag;
import io.scalws.protocol.socket.GenerationId;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Writes messages of the agent protocol. */
final class AgentMessageWriter {
  private final FieldWriter fields = new FieldWriter();

  private AgentMessageWriter() {}

  static byte[] write(AgentMessage message) {
    AgentMessageWriter writer = new AgentMessageWriter();
    int type = writer.add(message);
    return writer.fields.message(type);
  }

  private int add(AgentMessage message) {
    return switch (message) {
      case Hello hello -> add(hello);
      case Ready ready -> {
        generation(ready.generation());
        yield AgentMessageCodec.READY;
      }
      case Failed failed -> {
        text(Tag.MESSAGE, failed.message());
        yield AgentMessageCodec.FAILED;
      }
      case Draining _ -> AgentMessageCodec.DRAINING;
      case Report report -> add(report);
      case HandedBack handedBack -> {
        handedBack.sockets().forEach(this::held);
        yield AgentMessageCodec.HANDED_BACK;
      }
      case Registrations registrations -> {
        number(Tag.STATE, registrations.state().code());
        serverIds(Tag.REGISTERED, registrations.registered());
        serverIds(Tag.PLACEABLE, registrations.placeable());
        yield AgentMessageCodec.REGISTRATIONS;
      }
      case Grant grant -> add(grant);
      case Refused refused -> {
        number(Tag.REASON, refused.reason().code());
        text(Tag.MESSAGE, refused.message());
        duration(Tag.RETRY_AFTER, refused.retryAfter());
        yield AgentMessageCodec.REFUSED;
      }
      case Activate activate -> {
        generation(activate.generation());
        yield AgentMessageCodec.ACTIVATE;
      }
      case Drain drain -> {
        duration(Tag.TIMEOUT, drain.timeout());
        duration(Tag.H3_TIMEOUT, drain.h3Timeout());
        duration(Tag.GO_AWAY_SPREAD, drain.goAwaySpread());
        yield AgentMessageCodec.DRAIN;
      }
      case HandBack handBack -> {
        handBack.sockets().forEach(this::claim);
        yield AgentMessageCodec.HAND_BACK;
      }
      case Owners owners -> {
        number(Tag.NODE_PART, owners.nodePart());
        number(Tag.BOOT_EPOCH, owners.bootEpoch());
        number(Tag.NEXT_SEQUENCE, owners.nextSequence());
        serverIds(Tag.LIVE, owners.live());
        yield AgentMessageCodec.OWNERS;
      }
    };
  }

  private int add(Hello hello) {
    number(Tag.ROLE, hello.role().code());
    text(Tag.ID, hello.id());
    number(Tag.AGENT_TERM, hello.agentTerm());
    hello.serverId().ifPresent(id -> number(Tag.SERVER_ID, id.toLong()));
    text(Tag.ADMIN_ADDRESS, hello.adminAddress());
    hello.held().forEach(this::held);
    return AgentMessageCodec.HELLO;
  }

  private int add(Report report) {
    number(Tag.SEQUENCE, report.sequence());
    number(Tag.MONOTONIC_NANOS, report.monotonicNanos());
    for (Map.Entry<Measure, Long> entry : report.measures().entrySet()) {
      fields.nested(
          Tag.MEASURE.number(),
          new FieldWriter()
              .number(Tag.CODE.number(), entry.getKey().code())
              .number(Tag.VALUE.number(), entry.getValue()));
    }
    return AgentMessageCodec.REPORT;
  }

  private int add(Grant grant) {
    number(Tag.AGENT_TERM, grant.agentTerm());
    grant.generation().ifPresent(this::generation);
    grant.serverId().ifPresent(id -> number(Tag.SERVER_ID, id.toLong()));
    grant.keys().forEach(this::keys);
    fields.octets(Tag.HOP_KEY.number(), grant.hopKey().octets());
    number(Tag.CONFIGURATION_ATTACHED, grant.sockets().configurationAttached() ? 1 : 0);
    for (GrantedSocket socket : grant.sockets().sockets()) {
      fields.nested(
          Tag.SOCKET.number(),
          new FieldWriter()
              .number(Tag.NUMBER.number(), socket.number())
              .text(Tag.IDENTITY.number(), socket.identity().toString())
              .number(Tag.KIND.number(), socket.kind().code()));
    }
    return AgentMessageCodec.GRANT;
  }

  private void keys(KeyEpoch keys) {
    fields.nested(
        Tag.KEYS.number(),
        new FieldWriter()
            .number(Tag.NUMBER.number(), keys.number())
            .number(Tag.ROTATION.number(), keys.rotation())
            .octets(Tag.CID_KEY.number(), keys.cidKey().octets())
            .octets(Tag.RESET_KEY.number(), keys.resetKey().octets())
            .octets(Tag.TICKET_KEY.number(), keys.ticketKey().octets())
            .octets(Tag.RETRY_KEY.number(), keys.retryKey().octets()));
  }

  private void held(HeldSocket held) {
    FieldWriter nested =
        new FieldWriter()
            .text(Tag.IDENTITY.number(), held.identity().toString())
            .number(Tag.KIND.number(), held.kind().code())
            .number(Tag.INODE.number(), held.inode());
    held.generations().forEach(id -> nested.number(Tag.GENERATION.number(), id.number()));
    fields.nested(Tag.HELD.number(), nested);
  }

  private void claim(SocketClaim claim) {
    fields.nested(
        Tag.SOCKET.number(),
        new FieldWriter()
            .text(Tag.IDENTITY.number(), claim.identity().toString())
            .number(Tag.KIND.number(), claim.kind().code()));
  }

  private void generation(GenerationId generation) {
    number(Tag.GENERATION, generation.number());
  }

  private void serverIds(Tag tag, List<ServerId> ids) {
    ids.forEach(id -> number(tag, id.toLong()));
  }

  private void number(Tag tag, long value) {
    fields.number(tag.number(), value);
  }

  private void duration(Tag tag, Duration value) {
    number(tag, value.toMillis());
  }

  private void text(Tag tag, String value) {
    fields.text(tag.number(), value);
  }
}

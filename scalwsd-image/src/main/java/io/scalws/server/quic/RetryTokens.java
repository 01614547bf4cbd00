package io.scalws.server.quic;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.quic.QuicTokenHandler;
import io.scalws.protocol.cid.CidCodec;
import io.scalws.protocol.cid.ServerId;
import io.scalws.server.anchor.ClientPath;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes and checks Retry tokens (RFC 9000 section 8.1.2).
 *
 * <pre>
 *   0          8                  24
 *   +----------+------------------+--------------------------------+
 *   | expiry   | MAC              | original destination id, 8..20 |
 *   +----------+------------------+--------------------------------+
 *   MAC = HMAC-SHA256(retry key, server id || client address || port || expiry || original id)
 * </pre>
 *
 * A token is valid at the instance that made it only, for the address that it was sent to: after a
 * Retry the client uses the id that this instance chose, so a demultiplexer brings it back here.
 * Event loop only.
 */
final class RetryTokens implements QuicTokenHandler {
  private static final int EXPIRY_LENGTH = 8;
  private static final int MAC_LENGTH = 16;
  private static final int HEADER_LENGTH = EXPIRY_LENGTH + MAC_LENGTH;
  private static final int MAX_CID_LENGTH = 20;
  private static final long LIFETIME_MILLIS = 10_000;

  private final Mac mac;
  private final ServerId serverId;
  private final CidCodec cids;
  private final BooleanSupplier wanted;
  private final Supplier<ClientPath> arriving;
  private final LongSupplier clock;

  /** When tokens are asked for, whom they are for, and what time it is. */
  record Circumstances(
      BooleanSupplier wanted, Supplier<ClientPath> arriving, LongSupplier clockMillis) {}

  /**
   * @param circumstances of the datagram that is looked at: Netty is shown made-up addresses only
   */
  RetryTokens(byte[] retryKey, ServerId serverId, CidCodec cids, Circumstances circumstances) {
    try {
      mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(retryKey, "HmacSHA256"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has HmacSHA256", e);
    }
    this.serverId = serverId;
    this.cids = cids;
    this.wanted = circumstances.wanted();
    this.arriving = circumstances.arriving();
    this.clock = circumstances.clockMillis();
  }

  @Override
  public boolean writeToken(ByteBuf out, ByteBuf dcid, InetSocketAddress shown) {
    if (!wanted.getAsBoolean()) {
      return false;
    }
    byte[] original = ByteBufUtil.getBytes(dcid);
    long expiry = clock.getAsLong() + LIFETIME_MILLIS;
    out.writeLong(expiry).writeBytes(macOf(arriving.get(), expiry, original)).writeBytes(original);
    return true;
  }

  /** Whether the token of an Initial was made here, for this client, and not too long ago. */
  boolean isValid(byte[] token, byte[] dcid, ClientPath from) {
    if (token.length < HEADER_LENGTH || token.length > HEADER_LENGTH + MAX_CID_LENGTH) {
      return false;
    }
    Optional<ServerId> named = cids.decode(dcid);
    if (named.isEmpty() || !named.get().equals(serverId)) {
      return false;
    }
    long expiry = ByteBuffer.wrap(token).getLong();
    byte[] original = Arrays.copyOfRange(token, HEADER_LENGTH, token.length);
    byte[] shown = Arrays.copyOfRange(token, EXPIRY_LENGTH, HEADER_LENGTH);
    // Constant time: how much of a guess is right must not be told.
    boolean genuine = MessageDigest.isEqual(shown, macOf(from, expiry, original));
    return genuine && clock.getAsLong() <= expiry;
  }

  @Override
  public TokenValidationResult validateToken(ByteBuf token, InetSocketAddress shown, ByteBuf dcid) {
    boolean valid =
        isValid(ByteBufUtil.getBytes(token), ByteBufUtil.getBytes(dcid), arriving.get());
    return valid
        ? TokenValidationResult.odcidFromToken(HEADER_LENGTH)
        : TokenValidationResult.invalidToken();
  }

  @Override
  public int validateToken(ByteBuf token, InetSocketAddress shown) {
    throw new IllegalStateException("the codec asks with the connection id");
  }

  @Override
  public int maxTokenLength() {
    return HEADER_LENGTH + MAX_CID_LENGTH;
  }

  private byte[] macOf(ClientPath from, long expiry, byte[] original) {
    byte[] address = from.client().getAddress().getAddress();
    ByteBuffer input =
        ByteBuffer.allocate(
            ServerId.LENGTH + 1 + address.length + Short.BYTES + Long.BYTES + original.length);
    input.putLong(serverId.toLong()).put((byte) address.length).put(address);
    input.putShort((short) from.client().getPort()).putLong(expiry).put(original);
    return Arrays.copyOf(mac.doFinal(input.array()), MAC_LENGTH);
  }
}

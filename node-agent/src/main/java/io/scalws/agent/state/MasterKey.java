package io.scalws.agent.state;

import io.scalws.protocol.message.KeyEpoch;
import io.scalws.protocol.message.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Optional;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * The one secret of a node, from which every other key is derived (HKDF-SHA256, RFC 5869) by
 * runtime and key epoch. It never leaves the agent.
 */
public final class MasterKey {
  private static final String FILE = "master.key";
  private static final int LENGTH = 32;
  private static final int ROTATIONS = 7;

  private final byte[] octets;

  private MasterKey(byte[] octets) {
    this.octets = octets;
  }

  /**
   * Reads the key, or makes one.
   *
   * @throws StateException if the file is there and is no key: a new one would break every live
   *     connection, so nobody but the user may decide that
   */
  public static MasterKey in(StateDirectory directory, SecureRandom random) throws IOException {
    Optional<byte[]> stored = directory.read(FILE);
    if (stored.isPresent() && stored.get().length != LENGTH) {
      throw new StateException(
          directory.path(FILE)
              + " has "
              + stored.get().length
              + " octets instead of "
              + LENGTH
              + "; restore it, or remove it to begin with a new key (QUIC connections and session"
              + " tickets of the old one end)");
    }
    if (stored.isPresent()) {
      return new MasterKey(stored.get());
    }
    byte[] fresh = new byte[LENGTH];
    random.nextBytes(fresh);
    directory.write(FILE, fresh);
    return new MasterKey(fresh);
  }

  static MasterKey of(byte[] octets) {
    return new MasterKey(octets.clone());
  }

  /** The keys of a runtime and epoch. */
  public KeyEpoch epoch(String runtime, int number) {
    String scope = runtime + "/" + number + "/";
    return new KeyEpoch(
        number,
        number % ROTATIONS,
        derive(scope + "cid", 16),
        derive(scope + "reset", 32),
        derive(scope + "ticket", 48),
        derive(scope + "retry", 32));
  }

  /** What instances prove to quic-lb that the agent knows them with. */
  public Secret hopKey(String runtime) {
    return derive(runtime + "/hop", 32);
  }

  private Secret derive(String purpose, int length) {
    try {
      byte[] info = ("scalws v1 " + purpose).getBytes(StandardCharsets.UTF_8);
      return Secret.of(
          KDF.getInstance("HKDF-SHA256")
              .deriveData(HKDFParameterSpec.ofExtract().addIKM(octets).thenExpand(info, length)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("JDK 25 has HKDF-SHA256", e);
    }
  }
}

package io.scalws.planning.spec;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A host name, or all names below one, as the Gateway API's {@code Hostname}.
 *
 * @param wildcard whether the text began with {@code *.}
 * @param name lower case, without the {@code *.}
 */
public record HostnamePattern(boolean wildcard, String name) {
  private static final Pattern NAME =
      Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)*");
  private static final Pattern IPV4 = Pattern.compile("[0-9]+(\\.[0-9]+){3}");
  private static final int MAX_LENGTH = 253;

  /** Parses {@code host.example} or {@code *.example}; empty if the text is anything else. */
  public static Optional<HostnamePattern> parse(String text) {
    boolean wildcard = text.startsWith("*.");
    String name = (wildcard ? text.substring(2) : text).toLowerCase(Locale.ROOT);
    if (text.length() > MAX_LENGTH
        || !NAME.matcher(name).matches()
        || IPV4.matcher(name).matches()) {
      return Optional.empty();
    }
    return Optional.of(new HostnamePattern(wildcard, name));
  }

  /**
   * Whether a request for this host is meant. A wildcard stands for one or more labels in front.
   *
   * @param host lower case, without port and trailing dot
   */
  public boolean matches(String host) {
    if (!wildcard) {
      return host.equals(name);
    }
    return host.length() > name.length() + 1
        && host.endsWith(name)
        && host.charAt(host.length() - name.length() - 1) == '.';
  }

  @Override
  public String toString() {
    return wildcard ? "*." + name : name;
  }
}

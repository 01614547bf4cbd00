package io.scalws.protocol.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SocketIdentityTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tcp/0.0.0.0:443",
        "udp/[::]:8443",
        "udp/[2001:db8::1]:1",
        "tcp/[2001:db8:0:1:1:1:1:1]:65535",
        "tcp/[2001:0:0:1::1]:80",
        "tcp/[1::]:80"
      })
  void canonicalTextReadsBackAsItself(String text) {
    assertThat(SocketIdentity.parse(text)).map(SocketIdentity::toString).contains(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "tcp",
        "tcp/",
        "tcp/0.0.0.0",
        "tcp/0.0.0.0:0",
        "tcp/0.0.0.0:65536",
        "tcp/0.0.0.0:0443",
        "TCP/0.0.0.0:443",
        "tcp/::1:443",
        "tcp/[127.0.0.1]:443",
        "tcp/[2001:DB8::1]:443",
        "tcp/[0:0::1]:443",
        "tcp/localhost:443",
        "tcp/127.1:443",
        "tcp/010.0.0.1:443",
        "sctp/0.0.0.0:443"
      })
  void anyOtherTextIsNoIdentity(String text) {
    assertThat(SocketIdentity.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "tcp/0.0.0.0:443, tcp/10.0.0.1:443, true",
    "tcp/10.0.0.1:443, tcp/0.0.0.0:443, true",
    "tcp/10.0.0.1:443, tcp/10.0.0.1:443, true",
    "tcp/10.0.0.1:443, tcp/10.0.0.2:443, false",
    "tcp/0.0.0.0:443, tcp/[::]:443, false",
    "tcp/[::]:443, tcp/[::1]:443, true",
    "tcp/0.0.0.0:443, udp/0.0.0.0:443, false",
    "tcp/0.0.0.0:443, tcp/0.0.0.0:444, false"
  })
  void identitiesOverlapWhenOneCoversTheOther(String one, String other, boolean overlap) {
    assertThat(SocketIdentity.parse(one).orElseThrow().overlaps(parse(other))).isEqualTo(overlap);
  }

  @Test
  void aMappedAddressIsTheIpv4AddressThatItMaps() {
    assertThat(IpAddress.parse("::ffff:127.0.0.1")).contains(IpAddress.parse("127.0.0.1").get());
  }

  @Test
  void aPortOutOfRangeIsRefused() {
    assertThatThrownBy(() -> new SocketIdentity(Transport.TCP, IpAddress.ANY_IPV4, 0))
        .hasMessageContaining("1 to 65535");
  }

  private static SocketIdentity parse(String text) {
    return SocketIdentity.parse(text).orElseThrow();
  }
}

package io.scalws.server.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.scalws.planning.spec.ConfigMapFiles;
import io.scalws.planning.spec.Content;
import io.scalws.planning.spec.Route.Source;
import io.scalws.server.exchange.Exchange;
import io.scalws.server.exchange.FakeWire;
import io.scalws.server.exchange.Headers;
import io.scalws.server.exchange.HttpVersion;
import io.scalws.server.exchange.Origin;
import io.scalws.server.exchange.Outcome;
import io.scalws.server.exchange.RequestHead;
import io.scalws.server.exchange.ResponseHead;
import io.scalws.server.exchange.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileHandlerTest {
  private static final InetSocketAddress LOOPBACK =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

  @TempDir Path folder;
  private Path root;
  private final FakeWire wire = new FakeWire();
  private final List<ResponseHead> heads = new ArrayList<>();
  private final List<Outcome> outcomes = new ArrayList<>();
  private FileHandler directory;
  private FileHandler memory;

  @BeforeEach
  void makeSources() throws IOException {
    root = Files.createDirectory(folder.resolve("root"));
    Files.writeString(folder.resolve("secret"), "secret");
    Files.createDirectory(root.resolve("sub"));
    Files.writeString(root.resolve("index.html"), "home");
    Files.writeString(root.resolve("sub/index.html"), "sub home");
    Files.writeString(root.resolve("hello.txt"), "0123456789");
    Files.writeString(root.resolve("empty"), "");
    Files.createSymbolicLink(root.resolve("out"), Path.of("../secret"));
    directory =
        FileHandler.of(new Source.Directory(root.toString()), UnpooledByteBufAllocator.DEFAULT);
    memory =
        FileHandler.of(
            new Source.Files(
                "site",
                ConfigMapFiles.of(
                    Map.of(
                        "index.html", Content.ofUtf8("home"),
                        "hello.txt", Content.ofUtf8("0123456789")))),
            UnpooledByteBufAllocator.DEFAULT);
  }

  @Test
  void aFileComesWholeWithItsTypeLengthAndValidators() {
    ResponseHead head = get(directory, "/hello.txt");
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.headers().first("content-type")).contains("text/plain; charset=utf-8");
    assertThat(head.headers().first("content-length")).contains("10");
    assertThat(head.headers().first("etag")).isPresent();
    assertThat(head.headers().first("last-modified")).isPresent();
    assertThat(wire.calls).containsExactly("head 200", "chunk 0123456789", "finish", "stopReading");
  }

  @ParameterizedTest
  @CsvSource({"/, home", "/index.html, home", "/sub/, sub home", "/sub/index.html, sub home"})
  void aDirectoryIsAnsweredByItsIndex(String path, String body) {
    assertThat(get(directory, path).status()).isEqualTo(200);
    assertThat(wire.calls).contains("chunk " + body);
  }

  @Test
  void aDirectoryWithoutItsSlashIsRedirected() {
    ResponseHead head = get(directory, "/sub?a=b");
    assertThat(head.status()).isEqualTo(308);
    assertThat(head.headers().first("location")).contains("/sub/?a=b");
  }

  @Test
  void aRedirectNeverNamesAnotherHost() {
    assertThat(get(directory, "//sub").headers().first("location")).contains("/sub/");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/nothing", "/out", "/../x", "/hello.txt/x", "/hello.txt/", "/sub/nothing"})
  void whatIsNotThereOrNotInsideIsNotFound(String path) {
    assertThat(get(directory, path).status()).isEqualTo(404);
  }

  @Test
  void aFileThatMayNotBeReadIsForbidden() throws IOException {
    Files.setPosixFilePermissions(
        root.resolve("hello.txt"), PosixFilePermissions.fromString("---------"));
    // The superuser reads everything.
    int expected = Files.isReadable(root.resolve("hello.txt")) ? 200 : 403;
    assertThat(get(directory, "/hello.txt").status()).isEqualTo(expected);
  }

  @Test
  void aPartComesWithItsPlace() {
    ResponseHead head = request(memory, "GET", "/hello.txt", "range", "bytes=2-4");
    assertThat(head.status()).isEqualTo(206);
    assertThat(head.headers().first("content-range")).contains("bytes 2-4/10");
    assertThat(head.headers().first("content-length")).contains("3");
    assertThat(wire.calls).contains("chunk 234");
  }

  @Test
  void aPartBehindTheEndCanNotBeHad() {
    ResponseHead head = request(directory, "GET", "/hello.txt", "range", "bytes=10-");
    assertThat(head.status()).isEqualTo(416);
    assertThat(head.headers().first("content-range")).contains("bytes */10");
  }

  @Test
  void aVersionThatTheClientHasIsNotSentAgain() {
    String etag = get(memory, "/hello.txt").headers().first("etag").orElseThrow();
    ResponseHead head = request(memory, "GET", "/hello.txt", "if-none-match", etag);
    assertThat(head.status()).isEqualTo(304);
    assertThat(head.headers().first("etag")).contains(etag);
  }

  @Test
  void aChangedFileHasAnotherTag() throws IOException {
    String before = get(directory, "/hello.txt").headers().first("etag").orElseThrow();
    Files.writeString(root.resolve("hello.txt"), "other contents");
    assertThat(get(directory, "/hello.txt").headers().first("etag").orElseThrow())
        .isNotEqualTo(before);
  }

  @Test
  void headSendsTheLengthWithoutTheOctets() {
    ResponseHead head = request(directory, "HEAD", "/hello.txt");
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.headers().first("content-length")).contains("10");
    assertThat(wire.calls).containsExactly("head 200 last", "stopReading");
  }

  @Test
  void anEmptyFileIsAnswered() {
    assertThat(get(directory, "/empty").headers().first("content-length")).contains("0");
  }

  @ParameterizedTest
  @CsvSource({"POST, 405", "DELETE, 405", "OPTIONS, 204"})
  void otherMethodsLearnWhichAreAllowed(String method, int status) {
    ResponseHead head = request(directory, method, "/hello.txt");
    assertThat(head.status()).isEqualTo(status);
    assertThat(head.headers().first("allow")).contains("GET, HEAD, OPTIONS");
  }

  @Test
  void aLargeFileIsSentAsFastAsTheClientTakesIt() throws IOException {
    byte[] octets = new byte[300_000];
    java.util.Arrays.fill(octets, (byte) 'a');
    Files.write(root.resolve("large"), octets);
    wire.writable = false;
    Exchange exchange = exchange("GET", "/large");
    directory.handle(exchange);
    assertThat(chunks()).isEqualTo(1);
    wire.writable = true;
    exchange.becameWritable();
    assertThat(wire.calls).contains("finish");
    assertThat(exchange.octetsSent()).isEqualTo(octets.length);
  }

  @Test
  void aFileThatShrinksWhileItIsSentCutsTheResponse() throws IOException {
    Files.write(root.resolve("large"), new byte[300_000]);
    wire.writable = false;
    Exchange exchange = exchange("GET", "/large");
    directory.handle(exchange);
    Files.write(root.resolve("large"), new byte[10]);
    wire.writable = true;
    exchange.becameWritable();
    assertThat(wire.calls).contains("reset");
    assertThat(outcomes).containsExactly(Outcome.FAILED);
  }

  @Test
  void aClientThatGoesAwayLeavesNoFileOpen() throws IOException {
    Files.write(root.resolve("large"), new byte[300_000]);
    wire.writable = false;
    Exchange exchange = exchange("GET", "/large");
    directory.handle(exchange);
    assertThat(openFiles()).isEqualTo(1);
    exchange.end(Outcome.CANCELLED);
    assertThat(openFiles()).isZero();
  }

  private long openFiles() throws IOException {
    try (var fds = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      long count = 0;
      for (Path fd : fds) {
        try {
          if (Files.readSymbolicLink(fd).startsWith(root.toRealPath())) {
            count++;
          }
        } catch (IOException e) {
          // Closed meanwhile: it is the stream's own.
        }
      }
      return count;
    }
  }

  private long chunks() {
    return wire.calls.stream().filter(call -> call.startsWith("chunk")).count();
  }

  private ResponseHead get(FileHandler handler, String path) {
    return request(handler, "GET", path);
  }

  private ResponseHead request(FileHandler handler, String method, String path, String... headers) {
    wire.calls.clear();
    handler.handle(exchange(method, path, headers));
    return heads.getLast();
  }

  private Exchange exchange(String method, String path, String... headers) {
    RequestHead head =
        new RequestHead(
            HttpVersion.HTTP_1_1,
            method,
            Target.of("https", "localhost", path),
            Headers.of(headers),
            new Origin(LOOPBACK, LOOPBACK, "web", true, false));
    return new Exchange(
        head,
        wire,
        (_, response) -> {
          heads.add(response);
          return response;
        },
        (_, outcome) -> outcomes.add(outcome));
  }
}

package io.scalws.server.files;

import io.netty.buffer.ByteBufAllocator;
import io.scalws.planning.spec.Route.Source;
import io.scalws.server.exchange.Chunk;
import io.scalws.server.exchange.Exchange;
import io.scalws.server.exchange.Headers;
import io.scalws.server.exchange.RequestHandler;
import io.scalws.server.exchange.ResponseHead;
import io.scalws.server.exchange.Target;
import io.scalws.server.files.FileSource.Found;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers requests with the files of one source. */
public final class FileHandler implements RequestHandler {
  private static final Logger LOG = LoggerFactory.getLogger(FileHandler.class);
  private static final String INDEX = "index.html";

  private final FileSource source;

  FileHandler(FileSource source) {
    this.source = source;
  }

  public static FileHandler of(Source source, ByteBufAllocator allocator) {
    return new FileHandler(
        switch (source) {
          case Source.Directory(String path) -> new DirectorySource(path, allocator);
          case Source.Files files -> new MemorySource(files.files());
        });
  }

  @Override
  public void handle(Exchange exchange) {
    String method = exchange.request().method();
    if (!method.equals("GET") && !method.equals("HEAD")) {
      boolean options = method.equals("OPTIONS");
      answer(exchange, options ? 204 : 405, Headers.of("allow", "GET, HEAD, OPTIONS"));
      return;
    }
    try {
      serve(exchange);
    } catch (IOException e) {
      LOG.warn(
          "can not serve a file, path={}: {}", exchange.request().target().path(), e.toString());
      exchange.fail();
    }
  }

  private void serve(Exchange exchange) throws IOException {
    Target target = exchange.request().target();
    FilePath path = FilePath.of(target.path()).orElse(null);
    if (path == null) {
      answer(exchange, 404, Headers.EMPTY);
      return;
    }
    String index = path.relative().isEmpty() ? INDEX : path.relative() + "/" + INDEX;
    Found found = source.find(path.directory() ? index : path.relative());
    switch (found) {
      case Found.File(FileBody body) -> send(exchange, body);
      case Found.Directory _ when path.relative().isEmpty() -> {
        // The root without a slash can not be asked for; a directory named index.html is nothing.
        answer(exchange, 404, Headers.EMPTY);
      }
      case Found.Directory _ when !path.directory() ->
          answer(exchange, 308, Headers.of("location", withSlash(target)));
      case Found.Directory _, Found.Nothing _ -> answer(exchange, 404, Headers.EMPTY);
      case Found.Forbidden _ -> answer(exchange, 403, Headers.EMPTY);
    }
  }

  /** Never begins with two slashes, which a browser would take for another host. */
  private static String withSlash(Target target) {
    String path = "/" + target.path().replaceFirst("^/+", "") + "/";
    return target.query().map(query -> path + "?" + query).orElse(path);
  }

  private static void send(Exchange exchange, FileBody body) throws IOException {
    boolean handedOver = false;
    try {
      handedOver = decide(exchange, body);
    } finally {
      if (!handedOver) {
        body.close();
      }
    }
  }

  /** Returns whether somebody else closes the body. */
  private static boolean decide(Exchange exchange, FileBody body) throws IOException {
    Headers request = exchange.request().headers();
    Validators validators = body.validators();
    Headers.Builder headers =
        Headers.builder().add("etag", validators.etag()).add("accept-ranges", "bytes");
    validators.modified().ifPresent(at -> headers.add("last-modified", HttpDate.format(at)));
    switch (Preconditions.check(request, validators)) {
      case FAILED -> {
        answer(exchange, 412, headers.build());
        return false;
      }
      case NOT_MODIFIED -> {
        exchange.respond(new ResponseHead(304, headers.build()), Chunk.EMPTY);
        return false;
      }
      case PROCEED -> {
        // Below.
      }
    }
    headers.add("content-type", MediaTypes.of(body.name()));
    ByteRange range = range(exchange, request, validators, body.size());
    return switch (range) {
      case ByteRange.Unsatisfiable _ -> {
        answer(exchange, 416, Headers.of("content-range", "bytes */" + body.size()));
        yield false;
      }
      case ByteRange.Whole _ -> begin(exchange, 200, headers, body, 0, body.size());
      case ByteRange.Part part -> {
        headers.add("content-range", part.contentRange(body.size()));
        yield begin(exchange, 206, headers, body, part.first(), part.length());
      }
    };
  }

  private static ByteRange range(
      Exchange exchange, Headers request, Validators validators, long size) {
    // RFC 9110 section 14.2: a Range is for GET only.
    if (!exchange.request().method().equals("GET")
        || request.all("range").size() != 1
        || !Preconditions.rangeApplies(request, validators)) {
      return new ByteRange.Whole();
    }
    return ByteRange.of(request.first("range").orElseThrow(), size);
  }

  private static boolean begin(
      Exchange exchange,
      int status,
      Headers.Builder headers,
      FileBody body,
      long first,
      long length)
      throws IOException {
    ResponseHead head =
        new ResponseHead(status, headers.add("content-length", Long.toString(length)).build());
    if (length == 0 || exchange.request().method().equals("HEAD")) {
      exchange.respond(head, Chunk.EMPTY);
      return false;
    }
    Chunk start = body.read(first, length);
    if (start.length() == length) {
      exchange.respond(head, start);
      return false;
    }
    exchange.begin(head);
    long sent = start.length();
    exchange.write(start);
    FileBody.send(exchange, body, first + sent, length - sent);
    return true;
  }

  private static void answer(Exchange exchange, int status, Headers headers) {
    exchange.respond(
        new ResponseHead(status, headers.toBuilder().set("content-length", "0").build()),
        Chunk.EMPTY);
  }
}

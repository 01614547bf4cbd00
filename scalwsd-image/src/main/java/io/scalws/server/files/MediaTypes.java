package io.scalws.server.files;

import java.util.Locale;
import java.util.Map;

/** Content types by the ending of a file's name. */
final class MediaTypes {
  private static final String UNKNOWN = "application/octet-stream";

  private static final Map<String, String> BY_ENDING =
      Map.ofEntries(
          Map.entry("avif", "image/avif"),
          Map.entry("bmp", "image/bmp"),
          Map.entry("css", "text/css; charset=utf-8"),
          Map.entry("csv", "text/csv; charset=utf-8"),
          Map.entry("gif", "image/gif"),
          Map.entry("gz", "application/gzip"),
          Map.entry("htm", "text/html; charset=utf-8"),
          Map.entry("html", "text/html; charset=utf-8"),
          Map.entry("ico", "image/x-icon"),
          Map.entry("jpeg", "image/jpeg"),
          Map.entry("jpg", "image/jpeg"),
          Map.entry("js", "text/javascript; charset=utf-8"),
          Map.entry("json", "application/json"),
          Map.entry("map", "application/json"),
          Map.entry("md", "text/markdown; charset=utf-8"),
          Map.entry("mjs", "text/javascript; charset=utf-8"),
          Map.entry("mp3", "audio/mpeg"),
          Map.entry("mp4", "video/mp4"),
          Map.entry("ogg", "audio/ogg"),
          Map.entry("otf", "font/otf"),
          Map.entry("pdf", "application/pdf"),
          Map.entry("png", "image/png"),
          Map.entry("svg", "image/svg+xml"),
          Map.entry("tar", "application/x-tar"),
          Map.entry("ttf", "font/ttf"),
          Map.entry("txt", "text/plain; charset=utf-8"),
          Map.entry("wasm", "application/wasm"),
          Map.entry("webm", "video/webm"),
          Map.entry("webmanifest", "application/manifest+json"),
          Map.entry("webp", "image/webp"),
          Map.entry("woff", "font/woff"),
          Map.entry("woff2", "font/woff2"),
          Map.entry("xml", "application/xml"),
          Map.entry("yaml", "application/yaml"),
          Map.entry("yml", "application/yaml"),
          Map.entry("zip", "application/zip"));

  private MediaTypes() {}

  static String of(String name) {
    String ending = name.substring(name.lastIndexOf('.') + 1);
    return BY_ENDING.getOrDefault(ending.toLowerCase(Locale.ROOT), UNKNOWN);
  }
}

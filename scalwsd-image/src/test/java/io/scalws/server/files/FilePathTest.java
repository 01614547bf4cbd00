package io.scalws.server.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilePathTest {

  @ParameterizedTest
  @CsvSource({
    "/a/b.txt, a/b.txt, false",
    "/a/, a, true",
    "//a//b, a/b, false",
    "/a%20b, a b, false",
    "/%C3%A4, ä, false",
    "/.well-known/acme, .well-known/acme, false",
    "/a..b, a..b, false"
  })
  void ordinaryPathsNameAFile(String path, String relative, boolean directory) {
    assertThat(FilePath.of(path)).contains(new FilePath(relative, directory));
  }

  @Test
  void theRootIsADirectory() {
    assertThat(FilePath.of("/")).contains(new FilePath("", true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*",
        "",
        "a",
        "/..",
        "/../etc/passwd",
        "/a/../b",
        "/a/.",
        "/%2e%2e/etc/passwd",
        "/%2E./x",
        "/a%2fb",
        "/a%5cb",
        "/a\\..\\b",
        "/a%00.txt",
        "/a%0ab",
        "/a%7f",
        "/%",
        "/%4",
        "/%zz",
        "/%+1",
        "/%c3%28",
        "/%ff",
        "/%c0%ae%c0%ae/x",
        "/.git/config",
        "/..data/x",
        "/a/.env",
        "/ä"
      })
  void ambiguousAndHiddenPathsNameNone(String path) {
    assertThat(FilePath.of(path)).isEmpty();
  }
}

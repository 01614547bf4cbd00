package io.scalws.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectoryTreeIT {
  @TempDir Path folder;
  private Path root;

  @BeforeEach
  void makeTree() throws IOException {
    root = Files.createDirectories(folder.resolve("root"));
    Files.createDirectory(root.resolve("sub"));
    Files.writeString(root.resolve("sub/inside"), "inside");
    Files.writeString(folder.resolve("outside"), "outside");
    Files.createSymbolicLink(root.resolve("link-in"), Path.of("sub/inside"));
    Files.createSymbolicLink(root.resolve("link-out"), Path.of("../outside"));
    Files.createSymbolicLink(root.resolve("link-absolute"), folder.resolve("outside"));
    Files.createSymbolicLink(root.resolve("up"), Path.of(".."));
    Files.createSymbolicLink(root.resolve("loop"), Path.of("loop"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sub/inside", "link-in", "sub/../sub/inside"})
  void whatLiesBelowIsOpenedAndRead(String path) throws SyscallException {
    try (OpenedFile file = new DirectoryTree(root.toString()).open(path)) {
      assertThat(file.kind()).isEqualTo(OpenedFile.Kind.REGULAR);
      assertThat(file.size()).isEqualTo(6);
      ByteBuffer buffer = ByteBuffer.allocateDirect(100);
      assertThat(file.read(buffer, 2)).isEqualTo(4);
      assertThat(StandardCharsets.UTF_8.decode(buffer.flip()).toString()).isEqualTo("side");
      assertThat(file.read(buffer.clear(), 6)).isZero();
    }
  }

  @Test
  void theModificationTimeIsThatOfTheFile() throws IOException {
    try (OpenedFile file = new DirectoryTree(root.toString()).open("sub/inside")) {
      assertThat(file.modifiedSeconds())
          .isEqualTo(
              Files.getLastModifiedTime(root.resolve("sub/inside")).toInstant().getEpochSecond());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../outside",
        "link-out",
        "link-absolute",
        "up/outside",
        "/etc/passwd",
        "sub/../.."
      })
  void whatLeadsOutIsRefused(String path) {
    assertThatThrownBy(() -> new DirectoryTree(root.toString()).open(path))
        .isInstanceOfSatisfying(
            SyscallException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EXDEV));
  }

  @Test
  void aDirectoryAndThePlaceOfAPipeAreNamedAsSuch() throws Exception {
    assertThat(new ProcessBuilder("mkfifo", root.resolve("pipe").toString()).start().waitFor())
        .isZero();
    DirectoryTree tree = new DirectoryTree(root.toString());
    try (OpenedFile directory = tree.open("");
        OpenedFile sub = tree.open("sub");
        OpenedFile pipe = tree.open("pipe")) {
      assertThat(directory.kind()).isEqualTo(OpenedFile.Kind.DIRECTORY);
      assertThat(sub.kind()).isEqualTo(OpenedFile.Kind.DIRECTORY);
      assertThat(pipe.kind()).isEqualTo(OpenedFile.Kind.SPECIAL);
    }
  }

  @Test
  void aLinkToItselfAndAMissingFileHaveTheirOwnErrors() {
    DirectoryTree tree = new DirectoryTree(root.toString());
    assertThatThrownBy(() -> tree.open("loop")).hasMessageContaining("ELOOP");
    assertThatThrownBy(() -> tree.open("nothing")).hasMessageContaining("ENOENT");
  }
}

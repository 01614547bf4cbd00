package io.scalws.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileIT {
  @TempDir private Path folder;

  @Test
  void aSealedFileIsReadWhateverItsPositionAndNeverChanged() throws IOException {
    byte[] contents = "specification".repeat(10_000).getBytes(StandardCharsets.US_ASCII);
    try (Fd file = Memfd.sealed("scalws-configuration", contents);
        Fd duplicate = file.duplicate()) {
      assertThat(Memfd.read(file, 1 << 20)).isEqualTo(contents);
      assertThat(Memfd.read(duplicate, 1 << 20)).isEqualTo(contents);
      Path name = Path.of("/proc/self/fd/" + file.number());
      assertThatThrownBy(() -> Files.writeString(name, "other")).isInstanceOf(IOException.class);
      assertThat(Memfd.read(file, contents.length)).isEqualTo(contents);
      assertThatThrownBy(() -> Memfd.read(file, contents.length - 1)).hasMessageContaining("EFBIG");
    }
    try (Fd empty = Memfd.sealed("empty", new byte[0])) {
      assertThat(Memfd.read(empty, 10)).isEmpty();
    }
  }

  @Test
  void whatCanNotBeSealedIsNotTrusted() throws IOException {
    try (Wakeup noFile = Wakeup.open()) {
      assertThatThrownBy(() -> Memfd.read(noFile.fd(), 10)).hasMessageContaining("EINVAL");
    }
  }

  @Test
  void aLockHasOneHolderAndMakesTheNextWait() throws Exception {
    Path file = folder.resolve("lock");
    CompletableFuture<FileLock> waiting = new CompletableFuture<>();
    try (FileLock first = FileLock.acquire(file)) {
      assertThat(first).isNotNull();
      assertThat(FileLock.tryAcquire(file)).isEmpty();
      Thread.ofPlatform()
          .start(
              () -> {
                try {
                  waiting.complete(FileLock.acquire(file));
                } catch (SyscallException e) {
                  waiting.completeExceptionally(e);
                }
              });
      assertThat(waiting).isNotDone();
    }
    waiting.get(5, TimeUnit.SECONDS).close();
    FileLock.tryAcquire(file).orElseThrow().close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void aLockInNoFolderSaysWhere() {
    assertThatThrownBy(() -> FileLock.acquire(folder.resolve("none/lock")))
        .hasMessageContaining("openat(" + folder.resolve("none/lock") + "): ENOENT");
  }

  @Test
  void aDescriptorHasOneOwner() throws IOException {
    Fd file = Memfd.sealed("once", new byte[1]);
    int number = file.release();
    assertThat(file.isOpen()).isFalse();
    assertThatThrownBy(file::number).isInstanceOf(IllegalStateException.class);
    file.close();
    assertThat(Fd.inodeOf(number)).isPositive();

    Fd owner = Fd.own(number);
    owner.close();
    owner.close();
    assertThat(owner).hasToString("fd (gone)");
  }

  @Test
  void aMissingFeatureSaysWhatItTakes() {
    assertThat(
            new SyscallException("pidfd_open", "process 1", Errno.ENOSYS)
                .needing("Linux 5.3 or later"))
        .hasMessage(
            "pidfd_open(process 1): ENOSYS (function not implemented); it needs Linux 5.3 or later");
    assertThat(new SyscallException("pidfd_open", "process 1", Errno.ESRCH).needing("Linux 5.3"))
        .hasMessage("pidfd_open(process 1): ESRCH (no such process)");
  }

  @Test
  void whatIsNoIpSocketIsToldSo() throws IOException {
    try (Fd file = Memfd.sealed("file", new byte[1])) {
      assertThatThrownBy(() -> SocketFacts.of(file.number())).hasMessageContaining("ENOTSOCK");
    }
    Fd[] ends = Messages.pair();
    try (Fd left = ends[0];
        Fd right = ends[1]) {
      assertThat(right.isOpen()).isTrue();
      assertThatThrownBy(() -> SocketFacts.of(left.number())).hasMessageContaining("EPROTOTYPE");
    }
  }
}

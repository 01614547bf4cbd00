package io.scalws.agent.standalone;

import io.scalws.planning.spec.SourceFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files that a user named, or those in the folders that he named.
 *
 * @param paths as the user named them
 */
public record SpecificationFiles(List<Path> paths) {
  private static final long MAX_OCTETS = 8L << 20;

  public SpecificationFiles {
    paths = List.copyOf(paths);
  }

  /** A file that cannot be read; the message names it. */
  public static final class UnreadableException extends IOException {
    private static final long serialVersionUID = 1L;

    UnreadableException(String message) {
      super(message);
    }
  }

  /** Reads all of them, in the order in which they were named, folders in the order of names. */
  public List<SourceFile> read() throws UnreadableException {
    List<SourceFile> files = new ArrayList<>();
    for (Path path : paths) {
      for (Path file : Files.isDirectory(path) ? inFolder(path) : List.of(path)) {
        files.add(new SourceFile(file.toString(), text(file)));
      }
    }
    return files;
  }

  private static List<Path> inFolder(Path folder) throws UnreadableException {
    try (Stream<Path> entries = Files.list(folder)) {
      List<Path> files =
          entries
              .filter(file -> file.toString().matches(".*\\.(yaml|yml|json)"))
              .filter(Files::isRegularFile)
              .sorted()
              .toList();
      if (files.isEmpty()) {
        throw new UnreadableException(
            folder + ": line 1: no .yaml, .yml or .json file is in this folder");
      }
      return files;
    } catch (IOException e) {
      throw e instanceof UnreadableException known ? known : unreadable(folder, e);
    }
  }

  private static String text(Path file) throws UnreadableException {
    try {
      if (Files.size(file) > MAX_OCTETS) {
        throw new UnreadableException(file + ": line 1: larger than " + MAX_OCTETS + " octets");
      }
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new UnreadableException(file + ": line 1: not UTF-8 text");
    } catch (IOException e) {
      throw e instanceof UnreadableException known ? known : unreadable(file, e);
    }
  }

  private static UnreadableException unreadable(Path path, IOException e) {
    String why =
        switch (e) {
          case NoSuchFileException missing -> "no such file or folder";
          case AccessDeniedException denied -> "permission denied";
          default -> String.valueOf(e.getMessage());
        };
    return new UnreadableException(path + ": line 1: cannot be read: " + why);
  }

  /** Changes whenever a file does, also when it is replaced or reached by another link. */
  public String fingerprint() {
    StringBuilder print = new StringBuilder();
    for (Path path : paths) {
      try {
        List<Path> files = Files.isDirectory(path) ? inFolder(path) : List.of(path);
        for (Path file : files) {
          BasicFileAttributes facts = Files.readAttributes(file, BasicFileAttributes.class);
          print
              .append(file.toRealPath())
              .append(' ')
              .append(facts.fileKey())
              .append(' ')
              .append(facts.lastModifiedTime())
              .append(' ')
              .append(facts.size())
              .append('\n');
        }
      } catch (IOException e) {
        print.append(path).append(" is not there\n");
      }
    }
    return print.toString();
  }
}

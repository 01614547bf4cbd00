package io.scalws.server.files;

import java.io.IOException;

/** Where files come from. */
interface FileSource {

  /** What a path turned out to be. */
  sealed interface Found {
    /** A file; the caller closes it. */
    record File(FileBody body) implements Found {}

    /** A directory. */
    record Directory() implements Found {}

    /** Nothing that is served. */
    record Nothing() implements Found {}

    /** There is something, but the process may not read it. */
    record Forbidden() implements Found {}
  }

  /**
   * Looks a file up.
   *
   * @param relative as in {@link FilePath#relative}
   * @throws IOException for a failure that is not the client's, such as running out of descriptors
   */
  Found find(String relative) throws IOException;
}

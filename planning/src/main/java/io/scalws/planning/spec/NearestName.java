package io.scalws.planning.spec;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Guesses which name a user meant. */
final class NearestName {
  private NearestName() {}

  /**
   * The known name within two edits of what was written (or equal but for case), if there is one.
   */
  static Optional<String> of(String written, Collection<String> known) {
    String best = null;
    int bestDistance = 3;
    for (String name : known) {
      int distance =
          name.equalsIgnoreCase(written)
              ? 0
              : distance(written.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
      if (distance < bestDistance && distance < name.length() / 2 + 1) {
        best = name;
        bestDistance = distance;
      }
    }
    return Optional.ofNullable(best);
  }

  /** Insertions, deletions, replacements and swaps of neighbours. */
  private static int distance(String a, String b) {
    if (Math.abs(a.length() - b.length()) > 2) {
      return Integer.MAX_VALUE;
    }
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        d[i][j] = Math.min(replaced, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        if (swapped) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}

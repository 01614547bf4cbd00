package io.scalws.agent.command;

import java.util.LinkedHashMap;
import java.util.Map;

/** What each command does and which options it has. */
final class Help {
  private static final String STATE = "--state-dir";

  /** Options by command, with whether they take a value. */
  static final Map<String, Map<String, Boolean>> OPTIONS =
      Map.ofEntries(
          Map.entry(
              "run", Map.of(STATE, true, "--secrets-dir", true, "--admin", true, "--log", true)),
          Map.entry("validate", Map.of()),
          Map.entry("apply", Map.of(STATE, true, "--secrets-dir", true)),
          Map.entry("status", Map.of(STATE, true, "-o", true, "--watch", false)),
          Map.entry("events", Map.of(STATE, true)),
          Map.entry("restart", Map.of(STATE, true)),
          Map.entry("drain", Map.of(STATE, true)),
          Map.entry("scale", Map.of(STATE, true)),
          Map.entry("stop", Map.of(STATE, true)),
          Map.entry("version", Map.of()),
          Map.entry("help", Map.of()));

  private static final Map<String, String> USAGE = usage();

  private Help() {}

  private static Map<String, String> usage() {
    Map<String, String> usage = new LinkedHashMap<>();
    usage.put(
        "run",
        """
        scalws run FILE|DIR... [--state-dir DIR] [--secrets-dir DIR] [--admin HOST:PORT] [--log text|json]
          Runs the one ScalwsRuntime in the files on this host, in the foreground. Prints one line
          for each listener, then "ready". TERM and INT drain and end, a second one ends at once;
          HUP, or a changed file, reloads.
          Exit: 0 stopped, 1 failed, 2 bad input.""");
    usage.put(
        "validate",
        """
        scalws validate FILE|DIR...
          Prints every violation, one a line: FILE: PATH: message.
          Exit: 0 valid, 2 not valid.""");
    usage.put(
        "apply",
        """
        scalws apply FILE|DIR... [--secrets-dir DIR] [--state-dir DIR]
          Gives a new specification to the running agent and waits for the outcome.
          Exit: 0 committed, 1 no agent, 2 bad input, 3 rejected (nothing changed), 4 rolled back,
          5 superseded by a newer specification.""");
    usage.put(
        "status",
        """
        scalws status [-o text|json] [--watch] [--state-dir DIR]
          What runs: sockets, generations, instances, quic-lb, last scaling decision.
          Exit: 0, 1 no agent.""");
    usage.put(
        "events",
        """
        scalws events [--state-dir DIR]
          What happened, newest last, with reasons.""");
    usage.put(
        "restart",
        """
        scalws restart [INSTANCE] [--state-dir DIR]
          Replaces one instance, or all of them one after the other; the generation stays.
          Exit: as apply.""");
    usage.put(
        "drain",
        """
        scalws drain INSTANCE [--state-dir DIR]
          Lets an instance finish and leave; another takes its place first.""");
    usage.put(
        "scale",
        """
        scalws scale N|auto [--state-dir DIR]
          So many instances, from min to max, until "auto".""");
    usage.put(
        "stop",
        """
        scalws stop [--state-dir DIR]
          Drains everything and ends.""");
    usage.put("version", "scalws version\n  Prints the version.");
    usage.put("help", "scalws help [COMMAND]\n  Prints this.");
    return usage;
  }

  static boolean knows(String command) {
    return USAGE.containsKey(command);
  }

  static String of(String command) {
    return USAGE.get(command) + "\n";
  }

  static String all() {
    StringBuilder text =
        new StringBuilder(
            """
            scalws: several web server instances share one set of listening sockets over HTTP/1.1, HTTP/2 and HTTP/3.

            """);
    USAGE.values().forEach(each -> text.append(each).append("\n\n"));
    return text.append(
            "The agent is found by --state-dir (default: $XDG_RUNTIME_DIR/scalws or /run/scalws).\n")
        .toString();
  }
}

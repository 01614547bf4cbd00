package io.scalws.planning.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The files in a ConfigMap. */
final class ConfigMapRules {
  /** As Kubernetes has it; so a key never leaves its directory. */
  private static final Pattern KEY = Pattern.compile("[-._a-zA-Z0-9]{1,253}");

  /** As Kubernetes has it: 1 MiB of names and contents. */
  private static final long MAX_OCTETS = 1 << 20;

  private final Findings findings;

  ConfigMapRules(Findings findings) {
    this.findings = findings;
  }

  Optional<ConfigMapFiles> apply(String prefix, JsonNode document) {
    Map<String, Content> files = new TreeMap<>();
    read(prefix + "data", document.path("data"), false, files);
    read(prefix + "binaryData", document.path("binaryData"), true, files);
    long octets = files.values().stream().mapToLong(Content::length).sum();
    if (octets > MAX_OCTETS) {
      findings.add(
          prefix + "data",
          octets + " octets; a ConfigMap holds at most " + MAX_OCTETS + ", use directory for more");
      return Optional.empty();
    }
    return Optional.of(ConfigMapFiles.of(files));
  }

  private void read(String path, JsonNode data, boolean binary, Map<String, Content> files) {
    if (data.isMissingNode() || data.isNull()) {
      return;
    }
    if (!data.isObject()) {
      findings.add(path, "is the wrong type; expected file names with contents");
      return;
    }
    for (Map.Entry<String, JsonNode> entry : data.properties()) {
      String at = path + "." + ShapeRules.shown(entry.getKey());
      boolean dots = entry.getKey().equals(".") || entry.getKey().startsWith("..");
      if (!KEY.matcher(entry.getKey()).matches() || dots) {
        findings.add(at, "is not a file name; use letters, digits, hyphen, underscore and dot");
      } else if (!entry.getValue().isTextual()) {
        findings.add(at, "is the wrong type; expected text; put it in quotes");
      } else if (files.containsKey(entry.getKey())) {
        findings.add(at, "is in data and binaryData; remove one");
      } else {
        content(at, entry.getValue().textValue(), binary)
            .ifPresent(content -> files.put(entry.getKey(), content));
      }
    }
  }

  private Optional<Content> content(String path, String text, boolean binary) {
    if (!binary) {
      return Optional.of(Content.ofUtf8(text));
    }
    try {
      return Optional.of(Content.of(Base64.getDecoder().decode(text.replaceAll("\\s", ""))));
    } catch (IllegalArgumentException e) {
      findings.add(path, "is not Base64; encode the file with base64");
      return Optional.empty();
    }
  }
}

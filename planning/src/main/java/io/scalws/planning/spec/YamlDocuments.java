package io.scalws.planning.spec;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** The documents of a YAML file as trees; JSON is YAML too. */
final class YamlDocuments {
  private static final YAMLMapper YAML =
      YAMLMapper.builder(
              YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .build();

  private YamlDocuments() {}

  /** The documents that are not empty; none at all if the syntax is wrong, which is reported. */
  static List<JsonNode> read(SourceFile file, Findings findings) {
    List<JsonNode> documents = new ArrayList<>();
    try (MappingIterator<JsonNode> values =
        YAML.readerFor(JsonNode.class).readValues(file.text())) {
      while (values.hasNextValue()) {
        JsonNode document = values.nextValue();
        if (document != null && !document.isNull() && !document.isMissingNode()) {
          documents.add(document);
        }
      }
      return documents;
    } catch (JsonProcessingException e) {
      findings.add(place(e.getLocation()), "not valid YAML: " + reason(e));
    } catch (IOException | RuntimeException e) {
      findings.add("line 1", "not valid YAML: " + firstLine(String.valueOf(e.getMessage())));
    }
    return List.of();
  }

  private static String place(JsonLocation location) {
    return location == null || location.getLineNr() < 1
        ? "line 1"
        : "line " + location.getLineNr() + ", column " + location.getColumnNr();
  }

  /** Without the surroundings and the copy of the text that the parser adds. */
  private static String reason(JsonProcessingException e) {
    return e.getCause() instanceof MarkedYAMLException marked && marked.getProblem() != null
        ? firstLine(marked.getProblem())
        : firstLine(e.getOriginalMessage());
  }

  private static String firstLine(String text) {
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end);
  }
}

package io.scalws.crds;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The checked-in CRDs are those of the records; {@code -Dgolden.update} rewrites them. */
class CustomResourceDefinitionsTest {
  private static final Path FOLDER = Path.of("");
  private static final YAMLMapper YAML = new YAMLMapper();

  @Test
  void theCheckedInDefinitionsAreThoseOfTheRecords() throws IOException {
    for (Map.Entry<String, String> each : new CustomResourceDefinitions().generate().entrySet()) {
      Path file = FOLDER.resolve(each.getKey());
      if (System.getProperty("golden.update") != null) {
        Files.createDirectories(FOLDER);
        Files.writeString(file, each.getValue());
      }
      assertThat(Files.readString(file))
          .as("run the test with -Dgolden.update and look at the difference")
          .isEqualTo(each.getValue());
    }
  }

  @Test
  void everyConstraintBelongsToAField() throws IOException {
    CustomResourceDefinitions definitions = new CustomResourceDefinitions();
    definitions.generate();
    assertThat(definitions.unused()).isEmpty();
  }

  @Test
  void everythingIsDescribedAndBounded() throws IOException {
    List<String> problems = new ArrayList<>();
    for (String yaml : new CustomResourceDefinitions().generate().values()) {
      JsonNode schema =
          YAML.readTree(yaml).at("/spec/versions/0/schema/openAPIV3Schema/properties");
      check("spec", schema.path("spec"), problems);
      check("status", schema.path("status"), problems);
    }
    assertThat(problems).isEmpty();
  }

  private static void check(String path, JsonNode schema, List<String> problems) {
    boolean element = path.endsWith("[]") || path.endsWith("{}");
    if (!element && schema.path("description").asText().isBlank()) {
      problems.add(path + " has no description");
    }
    String bound =
        switch (schema.path("type").asText()) {
          case "string" -> schema.has("enum") ? "enum" : "maxLength";
          case "array" -> "maxItems";
          case "object" -> schema.has("additionalProperties") ? "maxProperties" : "type";
          default -> "type";
        };
    if (!schema.has(bound)) {
      problems.add(path + " has no " + bound);
    }
    schema
        .path("properties")
        .properties()
        .forEach(each -> check(path + "." + each.getKey(), each.getValue(), problems));
    if (schema.has("items")) {
      check(path + "[]", schema.get("items"), problems);
    }
    if (schema.has("additionalProperties")) {
      check(path + "{}", schema.get("additionalProperties"), problems);
    }
  }
}

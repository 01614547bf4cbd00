package io.scalws.crds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.kubernetes.client.CustomResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Makes the CRDs of the records: the generator's schema, completed by {@link Constraints}. */
final class CustomResourceDefinitions {
  private static final YAMLMapper YAML =
      YAMLMapper.builder(
              YAMLFactory.builder()
                  .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                  .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                  .disable(YAMLGenerator.Feature.SPLIT_LINES)
                  .build())
          .build();

  private final Constraints constraints = new Constraints();
  private final Set<String> applied = new HashSet<>();

  /** YAML by file name. */
  Map<String, String> generate() throws IOException {
    Map<String, String> files = new TreeMap<>();
    files.put("scalwsruntimes.scalws.io.yaml", yaml(ScalwsRuntime.class, runtimeColumns()));
    files.put("scalwsnodes.scalws.io.yaml", yaml(ScalwsNode.class, nodeColumns()));
    return files;
  }

  /** Constraints whose path is no field of either resource. */
  Set<String> unused() {
    Set<String> unused = new HashSet<>();
    constraints.paths().forEach(unused::add);
    unused.removeAll(applied);
    return unused;
  }

  private String yaml(Class<? extends CustomResource<?, ?>> resource, ArrayNode columns)
      throws IOException {
    Path folder = Files.createTempDirectory("crd");
    new CRDGenerator().customResourceClasses(resource).inOutputDir(folder.toFile()).generate();
    ObjectNode crd;
    try (var files = Files.list(folder)) {
      Path file = files.findFirst().orElseThrow();
      crd = (ObjectNode) YAML.readTree(file.toFile());
      Files.delete(file);
    }
    Files.delete(folder);
    ((ObjectNode) crd.path("spec").path("names")).putArray("categories").add("scalws");
    ObjectNode version = (ObjectNode) crd.path("spec").path("versions").get(0);
    version.set("additionalPrinterColumns", columns);
    ObjectNode schema = (ObjectNode) version.path("schema").path("openAPIV3Schema");
    schema.put("description", description(resource));
    for (String half : List.of("spec", "status")) {
      ObjectNode root = (ObjectNode) schema.path("properties").path(half);
      root.put("description", half.equals("spec") ? "What is wanted." : "What became of it.");
      complete(half, root);
    }
    return "# Generated from the records in io.scalws.crds; a test rewrites it.\n"
        + YAML.writeValueAsString(crd);
  }

  private static String description(Class<?> resource) {
    return resource == ScalwsRuntime.class
        ? "Web server instances that share one set of listening sockets on every selected node."
        : "What the operator wants of one node for one ScalwsRuntime, and what the node's agent has"
            + " acknowledged. Not for users to write.";
  }

  private void complete(String path, ObjectNode schema) {
    applied.add(path);
    constraints.apply(path, schema);
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      complete(path + "." + property.getKey(), (ObjectNode) property.getValue());
    }
    if (schema.path("items") instanceof ObjectNode items) {
      complete(path + "[]", items);
    }
    if (schema.path("additionalProperties") instanceof ObjectNode values) {
      complete(path + "{}", values);
    }
  }

  private static ArrayNode runtimeColumns() {
    ArrayNode columns = YAML.createArrayNode();
    column(columns, "Ready", "string", ".status.conditions[?(@.type=='Ready')].status", 0);
    column(columns, "Active", "integer", ".status.activeGeneration", 0);
    column(columns, "Instances", "integer", ".status.instances.ready", 0);
    column(columns, "Desired", "integer", ".status.instances.desired", 0);
    column(columns, "Nodes", "integer", ".status.nodes.ready", 0);
    column(columns, "Age", "date", ".metadata.creationTimestamp", 0);
    column(columns, "Target", "integer", ".status.targetGeneration", 1);
    column(columns, "Draining", "integer", ".status.instances.draining", 1);
    column(columns, "Reason", "string", ".status.conditions[?(@.type=='Ready')].reason", 1);
    return columns;
  }

  private static ArrayNode nodeColumns() {
    ArrayNode columns = YAML.createArrayNode();
    column(columns, "Node", "string", ".spec.nodeName", 0);
    column(columns, "Phase", "string", ".spec.phase", 0);
    column(columns, "Generation", "integer", ".spec.generation", 0);
    column(columns, "Acknowledged", "string", ".status.phase", 0);
    column(columns, "Age", "date", ".metadata.creationTimestamp", 0);
    return columns;
  }

  private static void column(
      ArrayNode columns, String name, String type, String path, int priority) {
    columns
        .addObject()
        .put("name", name)
        .put("type", type)
        .put("jsonPath", path)
        .put("priority", priority);
  }
}

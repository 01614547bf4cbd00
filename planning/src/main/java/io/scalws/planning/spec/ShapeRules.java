package io.scalws.planning.spec;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares a tree with the record that it shall become: unknown fields and wrong types are reported
 * and left out, so that the rest can still be read and checked. The records are the only
 * description of what is allowed.
 */
final class ShapeRules {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Findings findings;

  ShapeRules(Findings findings) {
    this.findings = findings;
  }

  /** A tree that fits the record; what did not fit is gone, what is null is absent. */
  ObjectNode fit(String path, JsonNode node, Class<?> record) {
    ObjectNode fitted = NODES.objectNode();
    Map<String, Type> known = fields(record);
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      String at = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
      Type type = known.get(field.getKey());
      if (type == null) {
        String guess =
            NearestName.of(field.getKey(), known.keySet())
                .map(name -> "did you mean " + FieldRules.quoted(name) + "?")
                .orElse("known here: " + String.join(", ", known.keySet()));
        findings.add(shown(at), "unknown field; " + guess);
      } else if (!field.getValue().isNull()) {
        value(at, field.getValue(), type).ifPresent(value -> fitted.set(field.getKey(), value));
      }
    }
    return fitted;
  }

  private static Map<String, Type> fields(Class<?> record) {
    Map<String, Type> fields = new LinkedHashMap<>();
    for (RecordComponent component : record.getRecordComponents()) {
      JsonProperty renamed = component.getAccessor().getAnnotation(JsonProperty.class);
      fields.put(
          renamed == null || renamed.value().isEmpty() ? component.getName() : renamed.value(),
          component.getGenericType());
    }
    return fields;
  }

  private Optional<JsonNode> value(String path, JsonNode node, Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      return generic.getRawType() == List.class
          ? list(path, node, arguments[0])
          : map(path, node, arguments[1]);
    }
    Class<?> raw = (Class<?>) type;
    if (raw.isRecord()) {
      return node.isObject()
          ? Optional.of(fit(path, node, raw))
          : wrong(path, node, "fields (" + String.join(", ", fields(raw).keySet()) + ")");
    }
    if (raw.isEnum()) {
      return choice(path, node, raw);
    }
    return scalar(path, node, raw);
  }

  private Optional<JsonNode> scalar(String path, JsonNode node, Class<?> type) {
    if (type == String.class) {
      return node.isTextual() ? Optional.of(node) : wrong(path, node, "text; put it in quotes");
    }
    if (type == Boolean.class) {
      return node.isBoolean() ? Optional.of(node) : wrong(path, node, "true or false");
    }
    boolean fits =
        node.isIntegralNumber()
            && (type == Long.class ? node.canConvertToLong() : node.canConvertToInt());
    return fits ? Optional.of(node) : wrong(path, node, "a whole number");
  }

  private Optional<JsonNode> choice(String path, JsonNode node, Class<?> type) {
    List<String> allowed =
        List.of(type.getEnumConstants()).stream().map(ShapeRules::constantText).toList();
    if (node.isTextual() && allowed.contains(node.textValue())) {
      return Optional.of(node);
    }
    String guess =
        node.isTextual()
            ? NearestName.of(node.textValue(), allowed)
                .map(name -> "; did you mean " + name + "?")
                .orElse("")
            : "";
    findings.add(
        shown(path), describe(node) + " is not one of " + String.join(", ", allowed) + guess);
    return Optional.empty();
  }

  private static String constantText(Object constant) {
    String name = ((Enum<?>) constant).name();
    try {
      JsonProperty renamed = constant.getClass().getField(name).getAnnotation(JsonProperty.class);
      return renamed == null ? name : renamed.value();
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("an enum without its constant " + name, e);
    }
  }

  private Optional<JsonNode> list(String path, JsonNode node, Type element) {
    if (!node.isArray()) {
      return wrong(path, node, "a list");
    }
    ArrayNode fitted = NODES.arrayNode();
    for (int i = 0; i < node.size(); i++) {
      String at = path + "[" + i + "]";
      if (node.get(i).isNull()) {
        findings.add(shown(at), "is empty; fill it in or remove it");
      }
      // A null keeps the place of what was wrong, so that later paths have the user's numbers.
      fitted.add(
          node.get(i).isNull()
              ? NullNode.instance
              : value(at, node.get(i), element).orElse(NullNode.instance));
    }
    return Optional.of(fitted);
  }

  private Optional<JsonNode> map(String path, JsonNode node, Type element) {
    if (!node.isObject()) {
      return wrong(path, node, "names with values");
    }
    ObjectNode fitted = NODES.objectNode();
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      value(path + "." + entry.getKey(), entry.getValue(), element)
          .ifPresent(value -> fitted.set(entry.getKey(), value));
    }
    return Optional.of(fitted);
  }

  private Optional<JsonNode> wrong(String path, JsonNode node, String expected) {
    findings.add(shown(path), describe(node) + " is the wrong type; expected " + expected);
    return Optional.empty();
  }

  private static String describe(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT -> "an object";
      case ARRAY -> "a list";
      case STRING -> FieldRules.quoted(node.textValue());
      case BINARY -> "binary data";
      case NULL, MISSING -> "nothing";
      case BOOLEAN, NUMBER, POJO -> node.asText();
    };
  }

  /** Field names come from the user: bounded and without control characters in a message. */
  static String shown(String path) {
    StringBuilder shown = new StringBuilder();
    path.codePoints()
        .limit(200)
        .map(c -> Character.isISOControl(c) ? '?' : c)
        .forEach(shown::appendCodePoint);
    return shown.toString();
  }
}

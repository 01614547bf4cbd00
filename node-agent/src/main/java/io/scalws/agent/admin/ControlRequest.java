package io.scalws.agent.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.scalws.planning.spec.SourceFile;
import java.util.List;

/**
 * One line to the agent; what a command does not need is null.
 *
 * @param command {@code status}, {@code events}, {@code apply}, {@code restart}, {@code drain},
 *     {@code scale} or {@code stop}
 * @param instance for restart (null: all) and drain
 * @param count for scale; null: by the policy
 * @param files for apply
 * @param secretsDirectory for apply; null: the agent's
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ControlRequest(
    String command,
    String instance,
    Integer count,
    List<SourceFile> files,
    String secretsDirectory) {

  /** A command without arguments. */
  public static ControlRequest of(String command) {
    return new ControlRequest(command, null, null, null, null);
  }
}

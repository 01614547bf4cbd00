package io.scalws.agent.standalone;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.scalws.agent.supervise.ProcessCommands;
import io.scalws.planning.spec.Listener;
import io.scalws.planning.spec.Listener.Certificate;
import io.scalws.planning.spec.RuntimeModel;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Has certificates checked by another process, so that no key is ever in the agent's memory. */
public final class CertificateCheck {
  private static final ObjectMapper JSON = JsonMapper.builder().build();
  private static final long LIMIT_SECONDS = 60;

  private final ProcessCommands commands;

  public CertificateCheck(ProcessCommands commands) {
    this.commands = commands;
  }

  /** One certificate to look at. */
  public record Request(
      String path,
      String name,
      String certificate,
      String key,
      boolean selfSigned,
      List<String> hostnames) {}

  /** Something about one certificate. */
  public record Finding(String path, boolean fatal, String message) {}

  public List<Finding> check(RuntimeModel model) throws IOException {
    List<Request> requests = requests(model);
    if (requests.isEmpty()) {
      return List.of();
    }
    Process process =
        new ProcessBuilder(commands.tool(CertificateChecker.class.getName()))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      try (OutputStream input = process.getOutputStream()) {
        input.write(JSON.writeValueAsBytes(requests));
      }
      byte[] answer = process.getInputStream().readAllBytes();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException("the process that checks certificates did not finish");
      }
      return JSON.readValue(answer, new TypeReference<List<Finding>>() {});
    } catch (JsonProcessingException e) {
      throw new IOException(
          "the process that checks certificates answered something else: " + e.getOriginalMessage(),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while certificates were checked", e);
    } finally {
      process.destroyForcibly();
    }
  }

  private static List<Request> requests(RuntimeModel model) {
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i < model.listeners().size(); i++) {
      Listener listener = model.listeners().get(i);
      String path = "spec.listeners[" + i + "].tls";
      List<Certificate> certificates =
          listener.tls().map(Listener.Tls::certificates).orElse(List.of());
      for (int j = 0; j < certificates.size(); j++) {
        Certificate each = certificates.get(j);
        requests.add(
            new Request(
                each.selfSigned() ? path + ".selfSigned" : path + ".certificateRefs[" + j + "]",
                each.name(),
                each.files().certificate(),
                each.files().key(),
                each.selfSigned(),
                each.hostnames()));
      }
    }
    return requests;
  }

  /** For the process at the other end. */
  static List<Request> read(byte[] json) throws IOException {
    return JSON.readValue(json, new TypeReference<List<Request>>() {});
  }

  static byte[] write(List<Finding> findings) throws JsonProcessingException {
    return JSON.writeValueAsString(findings).getBytes(StandardCharsets.UTF_8);
  }
}

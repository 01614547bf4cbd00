package io.scalws.agent.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;

/**
 * The agent's answer.
 *
 * @param exit the exit code of the command
 * @param message for a human
 * @param content the status, or the events; null for other commands
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ControlReply(int exit, String message, JsonNode content) {}

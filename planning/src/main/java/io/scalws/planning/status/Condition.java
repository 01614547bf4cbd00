package io.scalws.planning.status;

/**
 * One statement about a runtime.
 *
 * @param holds {@code "True"} or {@code "False"} in JSON
 * @param message what, why, and what to do
 */
public record Condition(ConditionType type, boolean holds, Reason reason, String message) {}

package io.scalws.planning.spec;

/**
 * A file that a user gave.
 *
 * @param name as the user named it
 * @param text its whole content
 */
public record SourceFile(String name, String text) {}

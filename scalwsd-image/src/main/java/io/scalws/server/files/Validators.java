package io.scalws.server.files;

import java.util.OptionalLong;

/**
 * What tells one version of a file from another.
 *
 * @param etag strong, with its quotes
 * @param modified seconds since 1970, if known
 */
record Validators(String etag, OptionalLong modified) {}

/**
 * Parse, don't validate: from what a user wrote to a {@link io.scalws.planning.spec.RuntimeModel}
 * that is whole, or to every violation at once. Agent, instance, operator and {@code scalws
 * validate} build the model by the same code. Pure; file names, contents and facts about the node
 * come in as arguments.
 */
package io.scalws.planning.spec;
